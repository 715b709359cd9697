"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2xui8>, %1: tensor<2xui8>):
    %2 = "stablehlo.divide"(%0, %1) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
    "func.return"(%2) : (tensor<2xui8>) -> ()
  }) {function_type = (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui8>), sym_name = "main"} : () -> ()
}) : () -> ()
