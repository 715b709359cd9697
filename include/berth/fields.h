#pragma once

#include <utility>

namespace berth::detail {

/// What BERTH_FIELDS gives: `apply(visit)` calls `visit("w, b", object.w, object.b)`.
template <class Owner, class Apply>
struct NamedFields {
  using Class = Owner;
  Apply apply;
};

template <class Owner, class Apply>
constexpr NamedFields<Owner, Apply> named_fields(const Owner* /*object*/, Apply apply) {
  return {std::move(apply)};
}

}  // namespace berth::detail

// `BERTH_MEMBERS(object, w, b)` is `object->w, object->b`; each rescan takes one field off.
#define BERTH_PARENTHESES ()
#define BERTH_RESCAN(...) \
  BERTH_RESCAN_16(BERTH_RESCAN_16(BERTH_RESCAN_16(BERTH_RESCAN_16(__VA_ARGS__))))
#define BERTH_RESCAN_16(...) \
  BERTH_RESCAN_4(BERTH_RESCAN_4(BERTH_RESCAN_4(BERTH_RESCAN_4(__VA_ARGS__))))
#define BERTH_RESCAN_4(...) \
  BERTH_RESCAN_1(BERTH_RESCAN_1(BERTH_RESCAN_1(BERTH_RESCAN_1(__VA_ARGS__))))
#define BERTH_RESCAN_1(...) __VA_ARGS__
#define BERTH_MEMBERS(object, ...) BERTH_RESCAN(BERTH_MEMBER(object, __VA_ARGS__))
#define BERTH_MEMBER(object, field, ...) \
  object->field __VA_OPT__(, BERTH_MEMBER_AGAIN BERTH_PARENTHESES(object, __VA_ARGS__))
#define BERTH_MEMBER_AGAIN() BERTH_MEMBER

/// Names the fields of a class, for paths such as "layers.0.w", at most 64.
///
///     struct Params {
///       Array w, b;
///       BERTH_FIELDS(Params, w, b)
///     };
///
/// Inside the class, in its public part, it also makes a tree of a class with constructors or
/// private members: fields that it does not name are copied as they are. Of a plain struct it
/// must name all. It may stand behind the class as well, in the same namespace.
#define BERTH_FIELDS(Class, ...)                                                      \
  [[maybe_unused]] constexpr auto berth_fields(Class& berth_self) {                   \
    return ::berth::detail::named_fields(                                             \
        &berth_self, [berth_object = &berth_self](auto&& berth_visit) {               \
          return berth_visit(#__VA_ARGS__, BERTH_MEMBERS(berth_object, __VA_ARGS__)); \
        });                                                                           \
  }
