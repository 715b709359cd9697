#include "support/witness.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <utility>

#include "pjrt/abi.h"
#include "pjrt/loader.h"

namespace berth::witness {
namespace {

namespace abi = pjrt::abi;

/// Plugins are few, and each needs functions of its own that know its table.
constexpr std::size_t max_plugins = 8;

struct Tally {
  std::atomic<std::int64_t> calls = 0;
  std::atomic<std::int64_t> bytes = 0;

  void add(std::int64_t moved) {
    ++calls;
    bytes += moved;
  }
};
std::array<Tally, 3> tallies;  // by Direction
std::atomic<std::int64_t> execution_count = 0;

Tally& tally(Direction direction) { return tallies[static_cast<std::size_t>(direction)]; }

/// The engine's own table, and the one that berth gets.
struct Tables {
  const abi::Table* engine = nullptr;
  abi::Table shown;
};
std::array<Tables, max_plugins> tables;
std::atomic<std::size_t> num_tables = 0;

template <class Block>
abi::Error* call(std::size_t plugin, Block& block) {
  if (block.head.struct_size == 0) block.head.struct_size = abi::wire_size<Block>();
  using Call = abi::Error* (*)(Block*);
  return reinterpret_cast<Call>(tables[plugin].engine->functions[Block::slot.index])(&block);
}

std::int64_t device_size(std::size_t plugin, abi::Buffer* buffer) {
  abi::BufferOnDeviceSize block = {.buffer = buffer};
  call(plugin, block);
  return static_cast<std::int64_t>(block.size);
}

/// The bytes that the engine would write to the host.
std::int64_t host_size(std::size_t plugin, abi::Buffer* buffer) {
  abi::BufferToHost block = {.buffer = buffer};
  call(plugin, block);
  return static_cast<std::int64_t>(block.size);
}

/// Asked of buffers only whose upload was allowed to share: they are there at once or never.
bool is_at(std::size_t plugin, abi::Buffer* buffer, const void* data) {
  abi::BufferReadyEvent ready = {.buffer = buffer};
  call(plugin, ready);
  abi::EventAwait await = {.event = ready.event};
  call(plugin, await);
  abi::EventDestroy destroy = {.event = ready.event};
  call(plugin, destroy);
  abi::BufferUnsafePointer where = {.buffer = buffer};
  call(plugin, where);
  return where.pointer == reinterpret_cast<std::uintptr_t>(data);
}

// What stands before the engine's functions. A call that fails has moved nothing.

abi::Error* counted(std::size_t plugin, abi::ClientBufferFromHost& block) {
  abi::Error* const error = call(plugin, block);
  if (error) return error;
  const bool may_share = block.semantics == abi::HostBufferSemantics::zero_copy ||
                         block.semantics == abi::HostBufferSemantics::mutable_zero_copy;
  const bool shared = may_share && is_at(plugin, block.buffer, block.data);
  tally(Direction::host_to_device).add(shared ? 0 : host_size(plugin, block.buffer));
  return nullptr;
}

template <class CopyBlock>
abi::Error* counted_copy(std::size_t plugin, CopyBlock& block) {
  abi::Error* const error = call(plugin, block);
  if (!error) tally(Direction::device_to_device).add(device_size(plugin, block.copy));
  return error;
}
abi::Error* counted(std::size_t plugin, abi::BufferCopyToDevice& block) {
  return counted_copy(plugin, block);
}
abi::Error* counted(std::size_t plugin, abi::BufferCopyToMemory& block) {
  return counted_copy(plugin, block);
}

abi::Error* counted(std::size_t plugin, abi::BufferToHost& block) {
  const bool is_question = block.data == nullptr;
  const std::int64_t bytes = is_question ? 0 : host_size(plugin, block.buffer);
  abi::Error* const error = call(plugin, block);
  if (!error && !is_question) tally(Direction::device_to_host).add(bytes);
  return error;
}

abi::Error* counted(std::size_t plugin, abi::BufferCopyRawToHost& block) {
  abi::Error* const error = call(plugin, block);
  if (!error) tally(Direction::device_to_host).add(block.size);
  return error;
}

abi::Error* counted(std::size_t plugin, abi::LoadedExecutableExecute& block) {
  abi::Error* const error = call(plugin, block);
  if (!error) execution_count += static_cast<std::int64_t>(block.num_devices);
  return error;
}

template <class Block, std::size_t plugin>
abi::Error* stand_in(Block* block) {
  return counted(plugin, *block);
}

template <class Block, std::size_t... plugin>
abi::Function stand_in_of(std::size_t wanted, std::index_sequence<plugin...>) {
  constexpr std::array all = {&stand_in<Block, plugin>...};
  return reinterpret_cast<abi::Function>(all[wanted]);
}

template <class Block>
void replace(std::size_t plugin) {
  abi::Function& function = tables[plugin].shown.functions[Block::slot.index];
  if (function) function = stand_in_of<Block>(plugin, std::make_index_sequence<max_plugins>());
}

const abi::Table* filter(const abi::Table* engine) {
  const std::size_t plugin = num_tables++;
  if (plugin >= max_plugins || engine->head.struct_size < offsetof(abi::Table, functions)) {
    return engine;  // the latter is refused by whoever asked for it
  }
  Tables& pair = tables[plugin];
  pair.engine = engine;
  std::memcpy(static_cast<void*>(&pair.shown), engine,
              std::min(engine->head.struct_size, sizeof pair.shown));
  replace<abi::ClientBufferFromHost>(plugin);
  replace<abi::BufferCopyToDevice>(plugin);
  replace<abi::BufferCopyToMemory>(plugin);
  replace<abi::BufferToHost>(plugin);
  replace<abi::BufferCopyRawToHost>(plugin);
  replace<abi::LoadedExecutableExecute>(plugin);
  return &pair.shown;
}

}  // namespace

void install() { pjrt::set_table_filter(filter); }

Counts copies(Direction direction) {
  const Tally& one = tally(direction);
  return {one.calls, one.bytes};
}

std::int64_t executions() { return execution_count; }

}  // namespace berth::witness
