"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2xf32>):
    %1 = "stablehlo.constant"() {value = dense<0x00000000> : tensor<2xf32>} : () -> tensor<2xf32>
    %2 = "stablehlo.compare"(%0, %1) {comparison_direction = #stablehlo<comparison_direction NE>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    "func.return"(%2) : (tensor<2xi1>) -> ()
  }) {function_type = (tensor<2xf32>) -> (tensor<2xi1>), sym_name = "main"} : () -> ()
}) : () -> ()
