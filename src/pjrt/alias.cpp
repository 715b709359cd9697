#include "pjrt/alias.h"

namespace berth::pjrt {

AliasPromise::~AliasPromise() {
  if (token_ && !is_retired()) {
    try {
      fail(ErrorCode::cancelled, "the promise of this value was given up");
    } catch (...) {  // a forked child, where nobody waits
    }
  }
}

void AliasPromise::fulfill(Buffer value) {
  abi::ClientFulfillAlias block = {.client = client_, .buffer = value.get(), .token = take_token()};
  api_->call(block);
}

void AliasPromise::fail(ErrorCode code, const std::string& message) {
  abi::ClientFulfillAlias block = {.client = client_,
                                   .code = static_cast<int>(code),
                                   .message = message.data(),
                                   .message_size = message.size(),
                                   .token = take_token()};
  // The engine answers with the very error that it was given.
  static_cast<void>(api_->outcome(block));
}

abi::AliasToken* AliasPromise::take_token() {
  if (!token_) {
    throw Error(ErrorCode::failed_precondition,
                "[AliasPromise] the alias has its value already: fulfil it once");
  }
  return std::exchange(token_, nullptr);
}

}  // namespace berth::pjrt
