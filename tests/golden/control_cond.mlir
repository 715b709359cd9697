"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<ui8>, %1: tensor<3xf32>):
    %2 = "stablehlo.convert"(%0) : (tensor<ui8>) -> tensor<i32>
    %3 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %4 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
    %5 = "stablehlo.clamp"(%3, %2, %4) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %6 = "stablehlo.case"(%5) ({
    ^bb0():
      %7 = "stablehlo.sine"(%1) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%7) : (tensor<3xf32>) -> ()
    }, {
    ^bb0():
      "stablehlo.return"(%1) : (tensor<3xf32>) -> ()
    }, {
    ^bb0():
      %8 = "stablehlo.add"(%1, %1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%8) : (tensor<3xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3xf32>
    "func.return"(%6) : (tensor<3xf32>) -> ()
  }) {function_type = (tensor<ui8>, tensor<3xf32>) -> (tensor<3xf32>), sym_name = "main"} : () -> ()
}) : () -> ()
