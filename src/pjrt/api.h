#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "berth/error.h"
#include "pjrt/abi.h"
#include "pjrt/fork.h"
#include "pjrt/retire.h"

namespace berth::pjrt {

/// A plugin's function table behind the one gateway that every engine call passes.
///
/// It must outlive all handles made through it: a loaded plugin keeps its own for as long as the
/// process lives. A copied or patched table can be wrapped the same way.
class Api {
 public:
  /// Checks that we can speak to `table`: main version, age, size. `library` names the file in
  /// errors and may be empty. Throws `PluginError`.
  explicit Api(const abi::Table* table, std::string library = {});
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  /// Sets the block's size, calls the engine and throws what it answers.
  ///
  /// Throws `Error(unimplemented)` naming the function if the plugin has none, and
  /// `Error(failed_precondition)` in a forked child and after `retire`. An engine error keeps its
  /// code, and the first line of its text follows the function's name: "[PJRT_Client_Compile] no
  /// main".
  template <class Block>
  void call(Block& block) const {
    if (abi::Error* error = invoke(block)) [[unlikely]] {
      raise(error, Block::slot.name);
    }
  }

  /// As `call`, but returns the failure, without the function's name: for the result of work that
  /// was started by another call.
  template <class Block>
  [[nodiscard]] std::optional<Error> outcome(Block& block) const {
    if (abi::Error* error = invoke(block)) [[unlikely]] {
      return take(error);
    }
    return std::nullopt;
  }

  /// For destructors: does nothing in a forked child or after `retire`, and forgets what fails.
  template <class Block>
  void release(Block& block) const noexcept {
    const Visit visit;
    if (!visit || in_forked_child() || !has<Block>()) [[unlikely]] {
      return;
    }
    if (abi::Error* error = invoke_unchecked(block)) [[unlikely]] {
      destroy(error);
    }
  }

  /// Whether the plugin has the function that takes `Block`.
  template <class Block>
  bool has() const noexcept {
    return Block::slot.index < num_functions_ && table_->functions[Block::slot.index] != nullptr;
  }

  /// The functions that berth can use and this plugin lacks, by the engine's names.
  std::vector<std::string_view> missing() const;

  /// The table of an optional part, or null. Check its size before touching an entry.
  const abi::Extension* extension(abi::ExtensionType type) const noexcept;

  int major_version() const noexcept { return table_->version.major; }
  int minor_version() const noexcept { return table_->version.minor; }
  /// The library's path; empty for a table that was wrapped in memory.
  const std::string& library() const noexcept { return library_; }

  /// How errors name this plugin: "[plugin] /x/plugin.so:".
  std::string who() const;

  /// What a failure says, which is freed: its code and the first line of its text.
  Error take(abi::Error* error) const;

 private:
  template <class Block>
  abi::Error* invoke(Block& block) const {
    if (!has<Block>()) [[unlikely]] {
      refuse(Block::slot.name);
    }
    if (in_forked_child()) [[unlikely]] {
      check_not_in_forked_child(Block::slot.name);
    }
    const Visit visit;
    if (!visit) [[unlikely]] {
      refuse_after_the_end(Block::slot.name);
    }
    if constexpr (std::same_as<Block, abi::ClientCompile> ||
                  std::same_as<Block, abi::ExecutableDeserializeAndLoad>) {
      const CompilerVisit compiling;
      return invoke_unchecked(block);
    }
    return invoke_unchecked(block);
  }

  template <class Block>
  abi::Error* invoke_unchecked(Block& block) const noexcept {
    block.head.struct_size = abi::wire_size<Block>();
    using Call = abi::Error* (*)(Block*);
    return reinterpret_cast<Call>(table_->functions[Block::slot.index])(&block);
  }

  /// For the functions about errors, which answer nothing.
  template <class Block>
  void invoke_void(Block& block) const noexcept;

  void destroy(abi::Error* error) const noexcept;
  [[noreturn]] void raise(abi::Error* error, const char* function) const;
  [[noreturn]] void refuse(const char* function) const;

  const abi::Table* table_;
  std::size_t num_functions_ = 0;
  std::string library_;
  std::array<const abi::Extension*, 32> extensions_ = {};
};

}  // namespace berth::pjrt
