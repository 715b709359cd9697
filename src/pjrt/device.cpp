#include "pjrt/device.h"

#include <algorithm>
#include <unordered_map>

namespace berth::pjrt {
namespace {

/// Calls the function that answers a text about `object`.
template <class Block, class Object>
std::string text_of(const Api& api, Object* object) {
  Block block = {{}, object};
  api.call(block);
  return {block.text, block.text_size};
}

std::optional<std::int64_t> value(const abi::OptionalStat& stat) {
  return stat.is_set ? std::optional(stat.value) : std::nullopt;
}

/// From the device where the plugin has that, which also knows live facts; else as described.
std::vector<berth::Device::NamedAttribute> attributes_of(const Api& api, abi::Device* device,
                                                         abi::DeviceDescription* description) {
  abi::DeviceGetAttributes live = {.device = device};
  if (api.has<abi::DeviceGetAttributes>() && !api.outcome(live)) {
    auto result = attributes(live.attributes, live.num_attributes);
    if (live.destroy_storage) {
      live.destroy_storage(live.storage);
    }
    return result;
  }
  abi::DescriptionAttributes described = {.description = description};
  api.call(described);
  return attributes(described.attributes, described.num_attributes);
}

DeviceDescription describe(const Api& api, abi::Device* handle) {
  abi::DeviceGetDescription get = {.device = handle};
  api.call(get);
  abi::DescriptionId id = {.description = get.description};
  api.call(id);
  abi::DescriptionProcessIndex process = {.description = get.description};
  api.call(process);
  abi::DeviceIsAddressable addressable = {.device = handle};
  api.call(addressable);

  DeviceDescription device;
  device.handle = handle;
  device.id = id.id;
  device.process_index = process.process_index;
  device.is_addressable = addressable.is_addressable;
  device.kind = text_of<abi::DescriptionKind>(api, get.description);
  device.text = text_of<abi::DescriptionToString>(api, get.description);
  device.attributes = attributes_of(api, handle, get.description);
  if (device.is_addressable) {
    abi::DeviceLocalHardwareId hardware = {.device = handle};
    api.call(hardware);
    device.local_hardware_id = hardware.local_hardware_id;
  }
  return device;
}

Memory describe(const Api& api, abi::Memory* handle) {
  abi::MemoryId id = {.memory = handle};
  api.call(id);
  return {.handle = handle,
          .id = id.id,
          .kind = text_of<abi::MemoryKind>(api, handle),
          .text = text_of<abi::MemoryToString>(api, handle)};
}

/// The handles of a device's memories, the default one first.
std::vector<abi::Memory*> memory_handles(const Api& api, abi::Device* device) {
  abi::DeviceAddressableMemories all = {.device = device};
  api.call(all);
  abi::DeviceDefaultMemory first = {.device = device};
  api.call(first);

  std::vector<abi::Memory*> handles(all.memories, all.memories + all.num_memories);
  std::stable_partition(handles.begin(), handles.end(),
                        [&](const abi::Memory* memory) { return memory == first.memory; });
  return handles;
}

}  // namespace

const Memory* DeviceDescription::memory(std::string_view memory_kind) const {
  const auto found = std::find_if(memories.begin(), memories.end(),
                                  [&](const Memory* m) { return m->kind == memory_kind; });
  return found == memories.end() ? nullptr : *found;
}

std::optional<DeviceMemoryStats> memory_stats(const Api& api, const DeviceDescription& device) {
  abi::DeviceMemoryStats block = {.device = device.handle};
  if (!api.has<abi::DeviceMemoryStats>()) {
    return std::nullopt;
  }
  if (const std::optional<Error> failure = api.outcome(block)) {
    if (failure->code() == ErrorCode::unimplemented) {
      return std::nullopt;
    }
    throw *failure;
  }
  return DeviceMemoryStats{.bytes_in_use = block.bytes_in_use,
                           .peak_bytes_in_use = value(block.peak_bytes_in_use),
                           .num_allocs = value(block.num_allocs),
                           .largest_alloc_size = value(block.largest_alloc_size),
                           .bytes_limit = value(block.bytes_limit),
                           .bytes_reserved = value(block.bytes_reserved),
                           .peak_bytes_reserved = value(block.peak_bytes_reserved),
                           .bytes_reservable_limit = value(block.bytes_reservable_limit),
                           .largest_free_block_bytes = value(block.largest_free_block_bytes),
                           .pool_bytes = value(block.pool_bytes),
                           .peak_pool_bytes = value(block.peak_pool_bytes)};
}

Inventory take_inventory(const Api& api, abi::Client* client) {
  abi::ClientDevices all = {.client = client};
  api.call(all);

  Inventory inventory;
  std::vector<std::vector<abi::Memory*>> handles;
  std::unordered_map<abi::Memory*, std::size_t> positions;
  for (std::size_t i = 0; i < all.num_devices; ++i) {
    const DeviceDescription& device = inventory.devices.emplace_back(describe(api, all.devices[i]));
    handles.push_back(device.is_addressable ? memory_handles(api, device.handle)
                                            : std::vector<abi::Memory*>{});
    for (abi::Memory* memory : handles.back()) {
      if (positions.emplace(memory, inventory.memories.size()).second) {
        inventory.memories.push_back(describe(api, memory));
      }
    }
  }
  // Only now, when `memories` grows no more, do its elements stay where they are.
  for (std::size_t i = 0; i < inventory.devices.size(); ++i) {
    DeviceDescription& device = inventory.devices[i];
    for (abi::Memory* memory : handles[i]) {
      device.memories.push_back(&inventory.memories[positions.at(memory)]);
    }
    device.default_memory = device.memories.empty() ? nullptr : device.memories.front();
  }
  return inventory;
}

std::vector<berth::Device::NamedAttribute> attributes(const abi::NamedValue* values,
                                                      std::size_t count) {
  std::vector<berth::Device::NamedAttribute> result;
  for (std::size_t i = 0; i < count; ++i) {
    const abi::NamedValue& v = values[i];
    const auto add = [&](Attribute value) {
      result.push_back({std::string(v.name, v.name_size), std::move(value)});
    };
    switch (v.type) {
      case abi::NamedValueType::string:
        add(std::string(v.string, v.value_size));
        break;
      case abi::NamedValueType::int64:
        add(v.int64);
        break;
      case abi::NamedValueType::int64_list:
        add(std::vector<std::int64_t>(v.int64_list, v.int64_list + v.value_size));
        break;
      case abi::NamedValueType::float32:
        add(v.float32);
        break;
      case abi::NamedValueType::boolean:
        add(v.boolean);
        break;
    }
  }
  return result;
}

}  // namespace berth::pjrt
