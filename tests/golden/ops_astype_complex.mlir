"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2xcomplex<f32>>):
    %1 = "stablehlo.real"(%0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %2 = "stablehlo.convert"(%1) : (tensor<2xf32>) -> tensor<2xi32>
    "func.return"(%2) : (tensor<2xi32>) -> ()
  }) {function_type = (tensor<2xcomplex<f32>>) -> (tensor<2xi32>), sym_name = "main"} : () -> ()
}) : () -> ()
