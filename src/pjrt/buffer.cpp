#include "pjrt/buffer.h"

#include "pjrt/element_type.h"
#include "pjrt/row_major.h"

namespace berth::pjrt {

DType Buffer::dtype() const {
  abi::BufferElementType block = {.buffer = get()};
  api().call(block);
  return from_engine(block.type);
}

std::span<const std::int64_t> Buffer::dims() const {
  abi::BufferDimensions block = {.buffer = get()};
  api().call(block);
  return {block.dims, block.num_dims};
}

std::size_t Buffer::on_device_size() const {
  abi::BufferOnDeviceSize block = {.buffer = get()};
  api().call(block);
  return block.size;
}

abi::Device* Buffer::device() const {
  abi::BufferDevice block = {.buffer = get()};
  api().call(block);
  return block.device;
}

abi::Memory* Buffer::memory() const {
  abi::BufferMemory block = {.buffer = get()};
  api().call(block);
  return block.memory;
}

bool Buffer::is_on_cpu() const {
  abi::BufferIsOnCpu block = {.buffer = get()};
  api().call(block);
  return block.is_on_cpu;
}

Event Buffer::ready_event() const {
  abi::BufferReadyEvent block = {.buffer = get()};
  api().call(block);
  return {api(), block.event};
}

Buffer Buffer::copy_to_device(const DeviceDescription& device) const {
  if (!device.handle) {
    throw Error(ErrorCode::invalid_argument, "[copy_to_device] the device is none of a client's");
  }
  abi::BufferCopyToDevice block = {.buffer = get(), .device = device.handle};
  api().call(block);
  return {api(), block.copy};
}

Buffer Buffer::copy_to_memory(const Memory& memory) const {
  if (!memory.handle) {
    throw Error(ErrorCode::invalid_argument, "[copy_to_memory] the memory is none of a client's");
  }
  abi::BufferCopyToMemory block = {.buffer = get(), .memory = memory.handle};
  api().call(block);
  return {api(), block.copy};
}

std::size_t Buffer::host_size() const {
  RowMajor layout(dims().size());
  abi::BufferToHost block = {.buffer = get(), .host_layout = layout.get()};
  api().call(block);
  return block.size;
}

Event Buffer::to_host(std::span<std::byte> destination) const {
  RowMajor layout(dims().size());
  std::byte nothing;  // a null destination would ask for the size
  abi::BufferToHost block = {.buffer = get(),
                             .host_layout = layout.get(),
                             .data = destination.empty() ? &nothing : destination.data(),
                             .size = destination.size()};
  api().call(block);
  return {api(), block.event};
}

void* Buffer::unsafe_pointer(const Event& ready) const {
  if (const std::optional<Error> failure = ready.error()) {
    throw *failure;
  }
  abi::BufferUnsafePointer block = {.buffer = get()};
  api().call(block);
  return reinterpret_cast<void*>(block.pointer);  // NOLINT(performance-no-int-to-ptr)
}

ExternalReference Buffer::hold() const { return ExternalReference(*this); }

void Buffer::delete_() {
  abi::BufferDelete block = {.buffer = get()};
  api().call(block);
}

bool Buffer::is_deleted() const {
  abi::BufferIsDeleted block = {.buffer = get()};
  api().call(block);
  return block.is_deleted;
}

std::pair<Buffer, Gate> Buffer::gated() && {
  abi::BufferDonateWithControlDependency block = {.buffer = get()};
  api().call(block);
  return {Buffer(api(), block.gated), Gate(block.open, block.user)};
}

ExternalReference::ExternalReference(const Buffer& buffer) {
  abi::BufferHold block = {.buffer = buffer.get()};
  buffer.api().call(block);
  handle_ = {buffer.api(), buffer.get()};
}

Gate::~Gate() {
  if (open_ && !is_retired()) {
    try {
      fail(ErrorCode::cancelled, "the gate of this value was given up");
    } catch (...) {  // a forked child, where nobody waits
    }
  }
}

void Gate::open() { finish(0, {}); }

void Gate::fail(ErrorCode code, const std::string& message) {
  finish(static_cast<int>(code), message);
}

void Gate::finish(int code, const std::string& message) {
  if (!open_) {
    throw Error(ErrorCode::failed_precondition, "[Gate] the gate is open already");
  }
  check_not_in_forked_child("Gate");
  abi::GateOpening opening = {
      .user = user_, .code = code, .message = message.data(), .message_size = message.size()};
  std::exchange(open_, nullptr)(&opening);
}

}  // namespace berth::pjrt
