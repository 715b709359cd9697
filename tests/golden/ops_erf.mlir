"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2xf32>):
    %1 = "chlo.erf"(%0) : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"(%1) : (tensor<2xf32>) -> ()
  }) {function_type = (tensor<2xf32>) -> (tensor<2xf32>), sym_name = "main"} : () -> ()
}) : () -> ()
