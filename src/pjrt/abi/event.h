#pragma once

#include "pjrt/abi/values.h"

namespace berth::pjrt::abi {

struct ErrorDestroy {
  static constexpr Slot slot = {0, "PJRT_Error_Destroy"};
  Head head = {};
  Error* error = nullptr;
};

struct ErrorMessage {
  static constexpr Slot slot = {1, "PJRT_Error_Message"};
  Head head = {};
  const Error* error = nullptr;
  const char* message = nullptr;  // out
  std::size_t message_size = 0;   // out
};

struct ErrorGetCode {
  static constexpr Slot slot = {2, "PJRT_Error_GetCode"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  const Error* error = nullptr;
  int code = 0;  // out
};

struct PluginInitialize {
  static constexpr Slot slot = {3, "PJRT_Plugin_Initialize"};
  Head head = {};
};

struct PluginAttributes {
  static constexpr Slot slot = {4, "PJRT_Plugin_Attributes"};
  Head head = {};
  const NamedValue* attributes = nullptr;  // out
  std::size_t num_attributes = 0;          // out
};

struct EventDestroy {
  static constexpr Slot slot = {5, "PJRT_Event_Destroy"};
  Head head = {};
  Event* event = nullptr;
};

struct EventIsReady {
  static constexpr Slot slot = {6, "PJRT_Event_IsReady"};
  static constexpr std::size_t unused_tail = 7;
  Head head = {};
  Event* event = nullptr;
  bool is_ready = false;  // out
};

/// Aborts the process while the event is pending.
struct EventError {
  static constexpr Slot slot = {7, "PJRT_Event_Error"};
  Head head = {};
  Event* event = nullptr;
};

struct EventAwait {
  static constexpr Slot slot = {8, "PJRT_Event_Await"};
  Head head = {};
  Event* event = nullptr;
};

/// The callback owns `error`, which is null when all went well.
struct EventOnReady {
  static constexpr Slot slot = {9, "PJRT_Event_OnReady"};
  Head head = {};
  Event* event = nullptr;
  void (*callback)(Error* error, void* user) = nullptr;
  void* user = nullptr;
};

/// Since 0.89.
struct EventCreate {
  static constexpr Slot slot = {126, "PJRT_Event_Create"};
  Head head = {};
  Event* event = nullptr;  // out
};

/// Code 0 is success. A second call for one event aborts the process. Since 0.89.
struct EventSet {
  static constexpr Slot slot = {127, "PJRT_Event_Set"};
  Head head = {};
  Event* event = nullptr;
  int code = 0;
  const char* message = nullptr;
  std::size_t message_size = 0;
};

}  // namespace berth::pjrt::abi
