"builtin.module"() ({
  "func.func"() ({
  ^bb0():
    %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<2x3xi64>
    %1 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xi64>
    %2 = "stablehlo.constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
    %3 = "stablehlo.broadcast_in_dim"(%2) {broadcast_dimensions = array<i64>} : (tensor<i64>) -> tensor<2x3xi64>
    %4 = "stablehlo.add"(%0, %3) : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
    %5 = "stablehlo.compare"(%4, %1) {comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %6 = "stablehlo.convert"(%5) : (tensor<2x3xi1>) -> tensor<2x3xbf16>
    "func.return"(%6) : (tensor<2x3xbf16>) -> ()
  }) {function_type = () -> (tensor<2x3xbf16>), sym_name = "main"} : () -> ()
}) : () -> ()
