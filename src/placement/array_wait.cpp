#include <utility>

#include "berth/array.h"
#include "core/array_state.h"
#include "runtime/buffer.h"
#include "runtime/transfer.h"

/// The members of Array that look at the value's memory.
namespace berth {
namespace {

const runtime::Buffer& live_buffer_of(const Array& array, const char* who, Here here = {}) {
  const detail::ArrayState& state = detail::concrete_state_of(array, who, here);
  detail::check_alive(array, who, here);
  return *state.buffer;
}

}  // namespace

std::int64_t Array::on_device_size() const {
  return live_buffer_of(*this, "Array::on_device_size").on_device_size();
}

bool Array::is_ready() const { return live_buffer_of(*this, "Array::is_ready").is_ready(); }

const Array& Array::block_until_ready() const& {
  live_buffer_of(*this, "Array::block_until_ready").wait();
  return *this;
}

Array Array::block_until_ready() && {
  std::as_const(*this).block_until_ready();
  return std::move(*this);
}

void Array::on_ready(std::function<void(const std::string& error)> done) const {
  live_buffer_of(*this, "Array::on_ready").on_ready(std::move(done));
}

void Array::copy_to_host_async(Here here) const {
  constexpr const char* who = "Array::copy_to_host_async";
  here = detail::user_line(here);
  runtime::start_download(live_buffer_of(*this, who, here), {who, Reason::get, here});
}

bool Array::is_deleted() const {
  return detail::concrete_state_of(*this, "Array::is_deleted", {}).buffer->has_ended();
}

void Array::delete_(Here here) const {
  here = detail::user_line(here);
  detail::concrete_state_of(*this, "Array::delete_", here)
      .buffer->end(runtime::Buffer::End::deleted, here);
}

}  // namespace berth
