#include "pjrt/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace berth::pjrt {
namespace {

constexpr int our_major = 0;
constexpr int oldest_minor = 29;  // JAX's own limit

/// Every function that berth can use, in the table's order.
constexpr abi::Slot used_functions[] = {
    abi::ErrorDestroy::slot,
    abi::ErrorMessage::slot,
    abi::ErrorGetCode::slot,
    abi::PluginInitialize::slot,
    abi::PluginAttributes::slot,
    abi::EventDestroy::slot,
    abi::EventIsReady::slot,
    abi::EventError::slot,
    abi::EventAwait::slot,
    abi::EventOnReady::slot,
    abi::ClientCreate::slot,
    abi::ClientDestroy::slot,
    abi::ClientPlatformName::slot,
    abi::ClientProcessIndex::slot,
    abi::ClientPlatformVersion::slot,
    abi::ClientDevices::slot,
    abi::ClientCompile::slot,
    abi::ClientBufferFromHost::slot,
    abi::DescriptionId::slot,
    abi::DescriptionProcessIndex::slot,
    abi::DescriptionAttributes::slot,
    abi::DescriptionKind::slot,
    abi::DescriptionToString::slot,
    abi::DeviceGetDescription::slot,
    abi::DeviceIsAddressable::slot,
    abi::DeviceLocalHardwareId::slot,
    abi::DeviceAddressableMemories::slot,
    abi::DeviceDefaultMemory::slot,
    abi::DeviceMemoryStats::slot,
    abi::MemoryId::slot,
    abi::MemoryKind::slot,
    abi::MemoryToString::slot,
    abi::MemoryAddressableByDevices::slot,
    abi::ExecutableDestroy::slot,
    abi::ExecutableName::slot,
    abi::ExecutableNumReplicas::slot,
    abi::ExecutableNumPartitions::slot,
    abi::ExecutableNumOutputs::slot,
    abi::ExecutableOutputMemoryKinds::slot,
    abi::ExecutableOptimizedProgram::slot,
    abi::ExecutableSerialize::slot,
    abi::LoadedExecutableDestroy::slot,
    abi::LoadedExecutableGetExecutable::slot,
    abi::LoadedExecutableAddressableDevices::slot,
    abi::LoadedExecutableExecute::slot,
    abi::ExecutableDeserializeAndLoad::slot,
    abi::BufferDestroy::slot,
    abi::BufferElementType::slot,
    abi::BufferDimensions::slot,
    abi::BufferOnDeviceSize::slot,
    abi::BufferDevice::slot,
    abi::BufferMemory::slot,
    abi::BufferDelete::slot,
    abi::BufferIsDeleted::slot,
    abi::BufferCopyToDevice::slot,
    abi::BufferToHost::slot,
    abi::BufferIsOnCpu::slot,
    abi::BufferReadyEvent::slot,
    abi::BufferUnsafePointer::slot,
    abi::BufferHold::slot,
    abi::BufferRelease::slot,
    abi::ExecutableOutputElementTypes::slot,
    abi::ExecutableOutputDimensions::slot,
    abi::BufferCopyToMemory::slot,
    abi::ClientCreateView::slot,
    abi::ExecutableFingerprint::slot,
    abi::ClientTopology::slot,
    abi::ExecutableMemoryStats::slot,
    abi::BufferCopyRawToHost::slot,
    abi::ClientCreateUninitialized::slot,
    abi::ClientCreateAlias::slot,
    abi::ClientFulfillAlias::slot,
    abi::ClientCreateError::slot,
    abi::BufferDonateWithControlDependency::slot,
    abi::EventCreate::slot,
    abi::EventSet::slot,
    abi::DeviceGetAttributes::slot,
    abi::TopologyFingerprint::slot,
    abi::ExecutableParameterMemoryKinds::slot,
};

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

ErrorCode code_from(int code) {
  const bool known = code >= static_cast<int>(ErrorCode::cancelled) &&
                     code <= static_cast<int>(ErrorCode::unauthenticated);
  return known ? static_cast<ErrorCode>(code) : ErrorCode::unknown;
}

}  // namespace

Api::Api(const abi::Table* table, std::string library)
    : table_(table), library_(std::move(library)) {
  constexpr std::size_t functions_begin = offsetof(abi::Table, functions);
  if (table == nullptr) {
    throw PluginError(ErrorCode::failed_precondition,
                      fmt::format("{} the entry point {} returned no function table: the plugin "
                                  "refused to start",
                                  who(), abi::entry_point));
  }
  if (table->head.struct_size < functions_begin) {
    throw PluginError(ErrorCode::failed_precondition,
                      fmt::format("{} its function table has {} bytes, too few for a version: this "
                                  "is no PJRT plugin",
                                  who(), table->head.struct_size));
  }
  if (major_version() != our_major || minor_version() < oldest_minor) {
    throw PluginError(
        ErrorCode::failed_precondition,
        fmt::format("{} it speaks PJRT {}.{}, and berth needs {}.{} or a later {}.x: install a {} "
                    "version of the plugin",
                    who(), major_version(), minor_version(), our_major, oldest_minor, our_major,
                    major_version() > our_major ? "matching" : "newer"));
  }
  num_functions_ = std::min((table->head.struct_size - functions_begin) / sizeof(abi::Function),
                            abi::slot_count);

  const abi::Extension* extension = table->head.extensions;
  for (int links = 0; extension && links < 64; ++links) {  // a bound, lest a broken chain loop
    const auto type = static_cast<std::size_t>(extension->type);
    if (extension->struct_size >= sizeof(abi::Extension) && type < extensions_.size() &&
        !extensions_[type]) {
      extensions_[type] = extension;
    }
    extension = extension->next;
  }
}

std::string Api::who() const {
  return library_.empty() ? std::string("[plugin]") : fmt::format("[plugin] {}:", library_);
}

std::vector<std::string_view> Api::missing() const {
  std::vector<std::string_view> names;
  for (const abi::Slot& slot : used_functions) {
    if (slot.index >= num_functions_ || !table_->functions[slot.index]) {
      names.emplace_back(slot.name);
    }
  }
  return names;
}

const abi::Extension* Api::extension(abi::ExtensionType type) const noexcept {
  const auto index = static_cast<std::size_t>(type);
  return index < extensions_.size() ? extensions_[index] : nullptr;
}

Error Api::take(abi::Error* error) const {
  std::string text;
  abi::ErrorMessage message = {.error = error};
  if (has<abi::ErrorMessage>()) {
    invoke_void(message);
    text = first_line({message.message, message.message_size});
  }
  abi::ErrorGetCode code = {.error = error};
  if (has<abi::ErrorGetCode>()) {
    if (abi::Error* failure = invoke_unchecked(code)) {
      destroy(failure);
    }
  }
  destroy(error);
  return Error(code_from(code.code), text.empty() ? "the plugin gave no reason" : text);
}

template <class Block>
void Api::invoke_void(Block& block) const noexcept {
  block.head.struct_size = abi::wire_size<Block>();
  using Call = void (*)(Block*);
  reinterpret_cast<Call>(table_->functions[Block::slot.index])(&block);
}

void Api::destroy(abi::Error* error) const noexcept {
  if (has<abi::ErrorDestroy>()) {
    abi::ErrorDestroy block = {.error = error};
    invoke_void(block);
  }
}

void Api::raise(abi::Error* error, const char* function) const {
  const Error failure = take(error);
  throw Error(failure.code(), fmt::format("[{}] {}", function, failure.what()));
}

void Api::refuse(const char* function) const {
  throw Error(ErrorCode::unimplemented,
              fmt::format("{} it has no function {} (it speaks PJRT {}.{}): a newer plugin may "
                          "have it",
                          who(), function, major_version(), minor_version()));
}

}  // namespace berth::pjrt
