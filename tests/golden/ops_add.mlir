"builtin.module"() ({
  "func.func"() ({
  ^bb0(%0: tensor<2x1xi32>, %1: tensor<3xbf16>):
    %2 = "stablehlo.convert"(%0) : (tensor<2x1xi32>) -> tensor<2x1xbf16>
    %3 = "stablehlo.broadcast_in_dim"(%2) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x1xbf16>) -> tensor<2x3xbf16>
    %4 = "stablehlo.broadcast_in_dim"(%1) {broadcast_dimensions = array<i64: 1>} : (tensor<3xbf16>) -> tensor<2x3xbf16>
    %5 = "stablehlo.add"(%3, %4) : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
    "func.return"(%5) : (tensor<2x3xbf16>) -> ()
  }) {function_type = (tensor<2x1xi32>, tensor<3xbf16>) -> (tensor<2x3xbf16>), sym_name = "main"} : () -> ()
}) : () -> ()
