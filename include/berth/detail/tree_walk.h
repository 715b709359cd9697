#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "berth/array.h"
#include "berth/detail/tree_survey.h"
#include "berth/tree_structure.h"

namespace berth::detail {

enum class TreeKind : std::uint8_t { leaf, none, sequence, tuple, map, fields };

/// A child's place in its parent: the name of a field, a map's key, or a position.
struct TreeKey {
  std::string_view name = {};
  std::int64_t position = 0;
  bool named = false;

  friend bool operator==(const TreeKey&, const TreeKey&) = default;
};

template <class K>
concept TreeMapKey =
    std::convertible_to<const K&, std::string_view> || std::integral<K> || std::is_enum_v<K>;

template <TreeMapKey K>
TreeKey tree_key(const K& key) {
  if constexpr (std::convertible_to<const K&, std::string_view>) {
    return {.name = key, .named = true};
  } else {
    return {.position = static_cast<std::int64_t>(key)};
  }
}

/// What a walk over a tree calls, parents before their children, in the order of the leaves.
class TreeVisitor {
 public:
  /// Only a visitor of a tree that may change assigns to the leaf.
  virtual void leaf(TreeKey key, Array& leaf) = 0;
  virtual void none(TreeKey /*key*/) {}
  virtual void open(TreeKind /*kind*/, TreeKey /*key*/) {}
  virtual void close() {}

 protected:
  ~TreeVisitor() = default;
};

/// The keys of fields: names out of "w, b", or positions if there are none.
class FieldKeys {
 public:
  explicit FieldKeys(const char* names) : rest_(names != nullptr ? names : "") {}
  TreeKey next();

 private:
  std::string_view rest_;
  std::int64_t position_ = 0;
};

/// The positions of `keys`, smallest key first: the order of an unordered map.
std::vector<std::size_t> sorted(std::span<const TreeKey> keys);

void walk_tree(Tree<Array>& tree, TreeKey key, TreeVisitor& visitor);

/// Does not compile, with the cure, for what a tree cannot hold.
template <class T>
constexpr void check_tree_part() {
  using enum TreeRole;
  constexpr TreeRole own = tree_role<T>();
  // Parts that have leaves are walked, and checked themselves.
  constexpr bool walked = survey_of<T>.leaves && own != variant && own != tree;
  constexpr TreeRole refused = walked ? fixed : survey_of<T>.refused;
  static_assert(refused != variant,
                "a tree cannot hold a std::variant: which arrays it has must follow from its type. "
                "Use a std::optional for each alternative");
  static_assert(refused != pointer,
                "a tree cannot hold a pointer (to data, a function or a member): it does not own "
                "what is there. Use std::string for text, std::vector or std::optional for arrays");
  static_assert(refused != uncounted,
                "the fields of this struct cannot be counted: it has a reference, a C array (use "
                "std::array), a base class, or more than 24 fields. BERTH_FIELDS lists them");
  static_assert(refused != partly_named, "BERTH_FIELDS must name every field of a plain struct");
  static_assert(refused != foreign_names,
                "BERTH_FIELDS of a base class does not hold for this class: give it its own");
  static_assert(refused != opaque,
                "berth cannot see into this class: name its arrays with BERTH_FIELDS inside it, "
                "or, if it holds none, specialise berth::is_static for it as true");
  static_assert(refused != tree, "a Tree whose leaves are trees cannot be part of a tree");
  if constexpr (own == map && survey_of<T>.leaves) {
    static_assert(TreeMapKey<typename T::key_type>,
                  "the keys of a map of arrays must be strings, integers or enums");
  }
}

template <class T>
void walk(T& part, TreeKey key, TreeVisitor& visitor);

template <class Map>
void walk_map(Map& map, TreeVisitor& visitor) {
  if constexpr (requires { typename Map::key_compare; }) {
    for (auto& [name, value] : map) walk(value, tree_key(name), visitor);
  } else {
    std::vector<TreeKey> keys;
    std::vector<typename Map::mapped_type*> values;
    for (auto& [name, value] : map) {
      keys.push_back(tree_key(name));
      values.push_back(&value);
    }
    for (const std::size_t i : sorted(keys)) walk(*values[i], keys[i], visitor);
  }
}

struct WalkFields {
  TreeVisitor& visitor;

  template <class... Field>
  void operator()(const char* names, Field&... fields) const {
    FieldKeys keys(names);
    (walk(fields, keys.next(), visitor), ...);
  }
};

template <class T>
void walk(T& part, TreeKey key, TreeVisitor& visitor) {
  using enum TreeRole;
  using Part = std::remove_const_t<T>;
  check_tree_part<Part>();
  if constexpr (survey_of<Part>.leaves) {
    static_assert(!std::is_const_v<T>, "an Array in a tree cannot be const: it is replaced");
    constexpr TreeRole role = tree_role<Part>();
    if constexpr (role == leaf) {
      visitor.leaf(key, part);
    } else if constexpr (role == tree) {
      walk_tree(part, key, visitor);
    } else if constexpr (role == optional) {
      if (part) {
        walk(*part, key, visitor);
      } else {
        visitor.none(key);
      }
    } else if constexpr (role == sequence) {
      visitor.open(TreeKind::sequence, key);
      std::int64_t position = 0;
      for (auto& element : part) walk(element, {.position = position++}, visitor);
      visitor.close();
    } else if constexpr (role == map) {
      visitor.open(TreeKind::map, key);
      walk_map(part, visitor);
      visitor.close();
    } else if constexpr (role == pair || role == tuple) {
      visitor.open(TreeKind::tuple, key);
      std::apply([&](auto&... part_of) { WalkFields{visitor}(nullptr, part_of...); }, part);
      visitor.close();
    } else if constexpr (role == fields) {
      visitor.open(TreeKind::fields, key);
      with_fields(part, WalkFields{visitor});
      visitor.close();
    }
  }
}

/// A tree of arrays whose type is forgotten, so that what follows need be compiled only once.
class TreeRef {
 public:
  // One walk serves readers and writers, so that it is compiled once: readers do not write.
  template <class T>
  explicit TreeRef(const T& tree)
      : tree_(const_cast<T*>(std::addressof(tree))), walk_([](void* root, TreeVisitor& visitor) {
          walk(*static_cast<T*>(root), TreeKey(), visitor);
        }) {}

  void visit(TreeVisitor& visitor) const { walk_(tree_, visitor); }

 private:
  void* tree_;
  void (*walk_)(void*, TreeVisitor&);
};

Arrays leaves_of(TreeRef tree);
TreeStructure structure_of(TreeRef tree);
/// Moves `leaves`, as many as the tree has, into a tree that may change.
void replace_leaves(TreeRef tree, std::span<Array> leaves);

}  // namespace berth::detail
