"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2x3xf32>):
    %1, %2 = "chlo.top_k"(%0) {k = 2 : i64} : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
    "func.return"(%2) : (tensor<2x2xi32>) -> ()
  }) {function_type = (tensor<2x3xf32>) -> (tensor<2x2xi32>), sym_name = "main"} : () -> ()
}) : () -> ()
