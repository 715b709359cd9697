#pragma once

#include <string>
#include <utility>

#include "pjrt/buffer.h"

namespace berth::pjrt {

/// The promise to give an alias its value. Fulfil or fail it once; one that dies fails its alias.
/// It must die before its client.
class AliasPromise {
 public:
  AliasPromise(const Api& api, abi::Client* client, abi::AliasToken* token) noexcept
      : api_(&api), client_(client), token_(token) {}
  AliasPromise(AliasPromise&& other) noexcept
      : api_(other.api_), client_(other.client_), token_(std::exchange(other.token_, nullptr)) {}
  AliasPromise& operator=(AliasPromise&&) = delete;
  ~AliasPromise();

  /// The alias becomes `value`, which is consumed and must be of its type, shape and memory.
  void fulfill(Buffer value);
  void fail(ErrorCode code, const std::string& message);

 private:
  abi::AliasToken* take_token();

  const Api* api_;
  abi::Client* client_;
  abi::AliasToken* token_;
};

}  // namespace berth::pjrt
