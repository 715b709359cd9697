#pragma once

namespace berth {

class Array;
class Operand;

// Declared beside their kin in berth/ops; here for the operators.
Array negative(const Operand& x);
Array bitwise_not(const Operand& x);
Array add(const Operand& x, const Operand& y);
Array subtract(const Operand& x, const Operand& y);
Array multiply(const Operand& x, const Operand& y);
Array divide(const Operand& x, const Operand& y);
Array remainder(const Operand& x, const Operand& y);
Array bitwise_and(const Operand& x, const Operand& y);
Array bitwise_or(const Operand& x, const Operand& y);
Array bitwise_xor(const Operand& x, const Operand& y);
Array left_shift(const Operand& x, const Operand& y);
Array right_shift(const Operand& x, const Operand& y);
Array equal(const Operand& x, const Operand& y);
Array not_equal(const Operand& x, const Operand& y);
Array less(const Operand& x, const Operand& y);
Array less_equal(const Operand& x, const Operand& y);
Array greater(const Operand& x, const Operand& y);
Array greater_equal(const Operand& x, const Operand& y);

namespace detail {

/// The base of Array. Its friends are found only where an operand is an Array, so that nothing
/// else of namespace berth is ever taken for one: not 16-bit floats, not C++ numbers. Template
/// parameters, because Array and Operand are not defined yet.
///
/// `/` is the true quotient, `%` has the sign of the divisor, `>>` keeps the sign. `+=` assigns
/// a new value to the variable; other holders of the old one keep it.
template <class Self, class Taken>
class Operators {
  using X = const Taken&;

  [[nodiscard]] friend Self operator-(X x) { return negative(x); }
  [[nodiscard]] friend Self operator~(X x) { return bitwise_not(x); }

  [[nodiscard]] friend Self operator+(X x, X y) { return add(x, y); }
  [[nodiscard]] friend Self operator-(X x, X y) { return subtract(x, y); }
  [[nodiscard]] friend Self operator*(X x, X y) { return multiply(x, y); }
  [[nodiscard]] friend Self operator/(X x, X y) { return divide(x, y); }
  [[nodiscard]] friend Self operator%(X x, X y) { return remainder(x, y); }
  [[nodiscard]] friend Self operator&(X x, X y) { return bitwise_and(x, y); }
  [[nodiscard]] friend Self operator|(X x, X y) { return bitwise_or(x, y); }
  [[nodiscard]] friend Self operator^(X x, X y) { return bitwise_xor(x, y); }
  [[nodiscard]] friend Self operator<<(X x, X y) { return left_shift(x, y); }
  [[nodiscard]] friend Self operator>>(X x, X y) { return right_shift(x, y); }

  [[nodiscard]] friend Self operator==(X x, X y) { return equal(x, y); }
  [[nodiscard]] friend Self operator!=(X x, X y) { return not_equal(x, y); }
  [[nodiscard]] friend Self operator<(X x, X y) { return less(x, y); }
  [[nodiscard]] friend Self operator<=(X x, X y) { return less_equal(x, y); }
  [[nodiscard]] friend Self operator>(X x, X y) { return greater(x, y); }
  [[nodiscard]] friend Self operator>=(X x, X y) { return greater_equal(x, y); }

  // The line is that of the right operand, which the caller converted.
  friend Self& operator+=(Self& x, X y) { return x = add({x, y.here()}, y); }
  friend Self& operator-=(Self& x, X y) { return x = subtract({x, y.here()}, y); }
  friend Self& operator*=(Self& x, X y) { return x = multiply({x, y.here()}, y); }
  friend Self& operator/=(Self& x, X y) { return x = divide({x, y.here()}, y); }
  friend Self& operator%=(Self& x, X y) { return x = remainder({x, y.here()}, y); }
  friend Self& operator&=(Self& x, X y) { return x = bitwise_and({x, y.here()}, y); }
  friend Self& operator|=(Self& x, X y) { return x = bitwise_or({x, y.here()}, y); }
  friend Self& operator^=(Self& x, X y) { return x = bitwise_xor({x, y.here()}, y); }
  friend Self& operator<<=(Self& x, X y) { return x = left_shift({x, y.here()}, y); }
  friend Self& operator>>=(Self& x, X y) { return x = right_shift({x, y.here()}, y); }
};

}  // namespace detail
}  // namespace berth
