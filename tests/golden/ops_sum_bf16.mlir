"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2x3xbf16>):
    %1 = "stablehlo.convert"(%0) : (tensor<2x3xbf16>) -> tensor<2x3xf32>
    %2 = "stablehlo.constant"() {value = dense<0x00000000> : tensor<f32>} : () -> tensor<f32>
    %3 = "stablehlo.reduce"(%1, %2) ({
    ^bb0(%4: tensor<f32>, %5: tensor<f32>):
      %6 = "stablehlo.add"(%4, %5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%6) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %7 = "stablehlo.convert"(%3) : (tensor<2xf32>) -> tensor<2xbf16>
    %8 = "stablehlo.broadcast_in_dim"(%7) {broadcast_dimensions = array<i64: 0>} : (tensor<2xbf16>) -> tensor<2x1xbf16>
    "func.return"(%8) : (tensor<2x1xbf16>) -> ()
  }) {function_type = (tensor<2x3xbf16>) -> (tensor<2x1xbf16>), sym_name = "main"} : () -> ()
}) : () -> ()
