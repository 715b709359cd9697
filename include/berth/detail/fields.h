#pragma once

#include <type_traits>

#include "berth/detail/field_count.h"
#include "berth/fields.h"

namespace berth::detail {

// BERTH_FIELDS makes a member function inside the class, and a function found by its argument
// behind it.
template <class T>
concept HasFieldsInside = requires(T& object) {
  object.berth_fields(object);
};
template <class T>
concept HasFieldsBehind = !HasFieldsInside<T> && requires(T & object) {
  berth_fields(object);
};
template <class T>
concept HasNamedFields = HasFieldsInside<T> || HasFieldsBehind<T>;

template <HasNamedFields T>
constexpr auto named_fields_of(T& object) {
  if constexpr (HasFieldsInside<T>) {
    return object.berth_fields(object);
  } else {
    return berth_fields(object);
  }
}

/// Calls `visit(names, field...)` with references to the fields; `names` is "w, b", or null.
template <class T, class Visit>
constexpr auto with_fields(T& object, Visit&& visit) {
  if constexpr (HasNamedFields<T>) {
    return named_fields_of(object).apply(visit);
  } else {
    constexpr int count = field_count<std::remove_const_t<T>>();
    static_assert(count != uncountable,
                  "a struct with more than 24 fields, a reference, a C array or a base class");
    // clang-format off
    if constexpr (count == 0) {
      return visit(nullptr);
    } else if constexpr (count == 1) {
      auto& [a] = object;
      return visit(nullptr, a);
    } else if constexpr (count == 2) {
      auto& [a, b] = object;
      return visit(nullptr, a, b);
    } else if constexpr (count == 3) {
      auto& [a, b, c] = object;
      return visit(nullptr, a, b, c);
    } else if constexpr (count == 4) {
      auto& [a, b, c, d] = object;
      return visit(nullptr, a, b, c, d);
    } else if constexpr (count == 5) {
      auto& [a, b, c, d, e] = object;
      return visit(nullptr, a, b, c, d, e);
    } else if constexpr (count == 6) {
      auto& [a, b, c, d, e, f] = object;
      return visit(nullptr, a, b, c, d, e, f);
    } else if constexpr (count == 7) {
      auto& [a, b, c, d, e, f, g] = object;
      return visit(nullptr, a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
      auto& [a, b, c, d, e, f, g, h] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h);
    } else if constexpr (count == 9) {
      auto& [a, b, c, d, e, f, g, h, i] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i);
    } else if constexpr (count == 10) {
      auto& [a, b, c, d, e, f, g, h, i, j] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (count == 11) {
      auto& [a, b, c, d, e, f, g, h, i, j, k] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (count == 12) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (count == 13) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (count == 14) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    } else if constexpr (count == 15) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    } else if constexpr (count == 16) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    } else if constexpr (count == 17) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
    } else if constexpr (count == 18) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
    } else if constexpr (count == 19) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);
    } else if constexpr (count == 20) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
    } else if constexpr (count == 21) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
    } else if constexpr (count == 22) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
    } else if constexpr (count == 23) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
    } else if constexpr (count == 24) {
      auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = object;
      return visit(nullptr, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
    }
    // clang-format on
  }
}

/// Calls `f` with each field of `object`, in order.
template <class T, class F>
constexpr void for_each_field(T& object, F&& f) {
  with_fields(object, [&](const char* /*names*/, auto&... fields) { (f(fields), ...); });
}

}  // namespace berth::detail
