"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<f32>, %1: tensor<3xf32>, %2: tensor<5x3xf32>):
    %3 = "stablehlo.constant"() {value = dense<0x00000000> : tensor<5x3xf32>} : () -> tensor<5x3xf32>
    %4 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %5, %6, %7, %8, %9 = "stablehlo.while"(%4, %0, %2, %1, %3) ({
    ^bb0(%10: tensor<i32>, %11: tensor<f32>, %12: tensor<5x3xf32>, %13: tensor<3xf32>, %14: tensor<5x3xf32>):
      %15 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
      %16 = "stablehlo.compare"(%10, %15) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%16) : (tensor<i1>) -> ()
    }, {
    ^bb0(%17: tensor<i32>, %18: tensor<f32>, %19: tensor<5x3xf32>, %20: tensor<3xf32>, %21: tensor<5x3xf32>):
      %22 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
      %23 = "stablehlo.multiply"(%17, %22) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %24 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
      %25 = "stablehlo.dynamic_slice"(%19, %23, %24) {slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
      %26 = "stablehlo.reshape"(%25) : (tensor<1x3xf32>) -> tensor<3xf32>
      %27 = "stablehlo.broadcast_in_dim"(%18) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3xf32>
      %28 = "stablehlo.multiply"(%27, %20) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %29 = "stablehlo.add"(%28, %26) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %30 = "stablehlo.reshape"(%20) : (tensor<3xf32>) -> tensor<1x3xf32>
      %31 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
      %32 = "stablehlo.dynamic_update_slice"(%21, %30, %23, %31) : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
      %33 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
      %34 = "stablehlo.multiply"(%17, %33) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %35 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
      %36 = "stablehlo.add"(%34, %35) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %37 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
      %38 = "stablehlo.dynamic_slice"(%19, %36, %37) {slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
      %39 = "stablehlo.reshape"(%38) : (tensor<1x3xf32>) -> tensor<3xf32>
      %40 = "stablehlo.broadcast_in_dim"(%18) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3xf32>
      %41 = "stablehlo.multiply"(%40, %29) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %42 = "stablehlo.add"(%41, %39) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %43 = "stablehlo.reshape"(%29) : (tensor<3xf32>) -> tensor<1x3xf32>
      %44 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
      %45 = "stablehlo.dynamic_update_slice"(%32, %43, %36, %44) : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
      %46 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
      %47 = "stablehlo.add"(%17, %46) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%47, %18, %19, %42, %45) : (tensor<i32>, tensor<f32>, tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>) -> ()
    }) : (tensor<i32>, tensor<f32>, tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>) -> (tensor<i32>, tensor<f32>, tensor<5x3xf32>, tensor<3xf32>, tensor<5x3xf32>)
    %48 = "stablehlo.constant"() {value = dense<4> : tensor<i32>} : () -> tensor<i32>
    %49 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %50 = "stablehlo.dynamic_slice"(%2, %48, %49) {slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %51 = "stablehlo.reshape"(%50) : (tensor<1x3xf32>) -> tensor<3xf32>
    %52 = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<3xf32>
    %53 = "stablehlo.multiply"(%52, %8) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %54 = "stablehlo.add"(%53, %51) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %55 = "stablehlo.reshape"(%8) : (tensor<3xf32>) -> tensor<1x3xf32>
    %56 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %57 = "stablehlo.dynamic_update_slice"(%9, %55, %48, %56) : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
    "func.return"(%54, %57) : (tensor<3xf32>, tensor<5x3xf32>) -> ()
  }) {function_type = (tensor<f32>, tensor<3xf32>, tensor<5x3xf32>) -> (tensor<3xf32>, tensor<5x3xf32>), sym_name = "main"} : () -> ()
}) : () -> ()
