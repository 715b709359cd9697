#pragma once

#include <string>

#include "pjrt/abi.h"

namespace berth::pjrt {

/// A function table in memory, empty but for what a test gives it. Its errors are its own, and
/// counted.
class FakeTable {
 public:
  FakeTable() {
    table_.head.struct_size = sizeof(abi::Table);
    table_.version = {{sizeof(abi::Version), nullptr}, 0, 114};
    live_errors = 0;
    on_void<abi::ErrorDestroy>([](abi::ErrorDestroy* block) {
      delete reinterpret_cast<Failure*>(block->error);
      --live_errors;
    });
    on_void<abi::ErrorMessage>([](abi::ErrorMessage* block) {
      const auto* failure = reinterpret_cast<const Failure*>(block->error);
      block->message = failure->text.data();
      block->message_size = failure->text.size();
    });
    on<abi::ErrorGetCode>([](abi::ErrorGetCode* block) -> abi::Error* {
      block->code = reinterpret_cast<const Failure*>(block->error)->code;
      return nullptr;
    });
  }

  /// Makes `function` the one that takes `Block`.
  template <class Block>
  void on(abi::Error* (*function)(Block*)) {
    table_.functions[Block::slot.index] = reinterpret_cast<abi::Function>(function);
  }
  template <class Block>
  void on_void(void (*function)(Block*)) {
    table_.functions[Block::slot.index] = reinterpret_cast<abi::Function>(function);
  }

  static abi::Error* error(int code, std::string text) {
    ++live_errors;
    return reinterpret_cast<abi::Error*>(new Failure{code, std::move(text)});
  }

  abi::Table& table() { return table_; }

  static inline int live_errors = 0;

 private:
  struct Failure {
    int code;
    std::string text;
  };

  abi::Table table_;
};

}  // namespace berth::pjrt
