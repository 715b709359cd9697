#pragma once

#include "pjrt/abi/table.h"

namespace berth::pjrt::abi {

/// Type of a buffer's elements. `f6` types are known from 0.114 on.
enum class ElementType : int {
  invalid = 0,
  pred = 1,
  s8 = 2,
  s16 = 3,
  s32 = 4,
  s64 = 5,
  u8 = 6,
  u16 = 7,
  u32 = 8,
  u64 = 9,
  f16 = 10,
  f32 = 11,
  f64 = 12,
  bf16 = 13,
  c64 = 14,
  c128 = 15,
  f8e5m2 = 16,
  f8e4m3fn = 17,
  f8e4m3b11fnuz = 18,
  f8e5m2fnuz = 19,
  f8e4m3fnuz = 20,
  s4 = 21,
  u4 = 22,
  token = 23,
  s2 = 24,
  u2 = 25,
  f8e4m3 = 26,
  f8e3m4 = 27,
  f8e8m0fnu = 28,
  f4e2m1fn = 29,
  s1 = 30,
  u1 = 31,
  f6e2m3fn = 32,
  f6e3m2fn = 33,
};

/// What an upload may do with the caller's memory.
enum class HostBufferSemantics : int {
  copy_during_call = 0,   // read before the call returns
  copy_until_done = 1,    // unchanged until the done event fires
  zero_copy = 2,          // may be shared, never written
  mutable_zero_copy = 3,  // may be shared and, by donation, written
};

enum class NamedValueType : int { string = 0, int64 = 1, int64_list = 2, float32 = 3, boolean = 4 };

/// A named option or attribute.
struct NamedValue {
  Head head = {wire_size<NamedValue>(), nullptr};
  const char* name = nullptr;
  std::size_t name_size = 0;
  NamedValueType type = NamedValueType::string;
  union {
    const char* string = nullptr;
    std::int64_t int64;
    const std::int64_t* int64_list;
    float float32;
    bool boolean;
  };
  std::size_t value_size = 0;  // characters or elements; 1 for scalars
};

/// Dimensions from the fastest varying to the slowest, optionally tiled.
struct TiledLayout {
  Head head = {wire_size<TiledLayout>(), nullptr};
  const std::int64_t* minor_to_major = nullptr;
  std::size_t minor_to_major_size = 0;
  const std::int64_t* tile_dims = nullptr;
  const std::size_t* tile_dim_sizes = nullptr;
  std::size_t num_tiles = 0;
};

enum class LayoutType : int { tiled = 0, strides = 1 };

/// How elements are ordered in memory. The engine has a second form, by strides, that its
/// plugins refuse; this is the first, which is also the larger.
struct Layout {
  static constexpr std::size_t unused_tail = 4;
  Head head = {wire_size<Layout>(), nullptr};
  TiledLayout tiled = {};
  LayoutType type = LayoutType::tiled;
};

/// A program in one of the engine's formats.
struct Program {
  Head head = {wire_size<Program>(), nullptr};
  char* code = nullptr;
  std::size_t code_size = 0;
  const char* format = nullptr;
  std::size_t format_size = 0;
};

}  // namespace berth::pjrt::abi
