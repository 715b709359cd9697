"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<f32>, %1: tensor<f32>):
    %2, %3 = "stablehlo.while"(%0, %1) ({
    ^bb0(%4: tensor<f32>, %5: tensor<f32>):
      %6 = "stablehlo.compare"(%5, %4) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%6) : (tensor<i1>) -> ()
    }, {
    ^bb0(%7: tensor<f32>, %8: tensor<f32>):
      %9 = "stablehlo.add"(%8, %8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%7, %9) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    "func.return"(%3) : (tensor<f32>) -> ()
  }) {function_type = (tensor<f32>, tensor<f32>) -> (tensor<f32>), sym_name = "main"} : () -> ()
}) : () -> ()
