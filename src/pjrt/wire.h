#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// The engine's wire format for options, as much of it as berth writes.
namespace berth::pjrt::wire {

/// A message under construction: fields in the order in which they are added.
class Message {
 public:
  /// Numbers and bools; negative ones take ten bytes.
  void integer(int field, std::int64_t value) {
    tag(field, 0);
    varint(static_cast<std::uint64_t>(value));
  }
  void real(int field, double value) {
    tag(field, 1);
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) {
      text_.push_back(static_cast<char>(bits >> shift & 0xff));
    }
  }
  /// Strings and messages.
  void bytes(int field, std::string_view value) {
    tag(field, 2);
    varint(value.size());
    text_.append(value);
  }
  /// A list of numbers as one field.
  void packed(int field, std::span<const int> values) {
    Message list;
    for (const int value : values) {
      list.varint(static_cast<std::uint64_t>(value));
    }
    bytes(field, list.text());
  }

  const std::string& text() const { return text_; }

 private:
  void tag(int field, unsigned type) { varint(static_cast<std::uint64_t>(field) << 3 | type); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
      text_.push_back(static_cast<char>(value | 0x80));
    }
    text_.push_back(static_cast<char>(value));
  }

  std::string text_;
};

}  // namespace berth::pjrt::wire
