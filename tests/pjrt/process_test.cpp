// Tests about whole processes: each runs in one of its own.

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pjrt/engine.h"
#include "pjrt/environment_guard.h"
#include "support/temporary_folder.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

/// What `body` says in a child of this process; empty if the child did not end by itself.
template <class Body>
std::string in_child(Body body) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string text = body();
    const bool written = ::write(ends[1], text.data(), text.size()) >= 0;
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text;
  char part[512];
  for (ssize_t n = 0; (n = ::read(ends[0], part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : std::string();
}

TEST(ForkedChild, IsToldThatTheEngineIsNotThere) {
  const Client& client = cpu_client(1);
  Buffer x = put({1, 2, 3, 4}, dev(0, client), client);

  const std::string text = in_child([&]() -> std::string {
    try {
      put(std::vector<float>(1 << 18), dev(0, client), client);
      return "no error";
    } catch (const Error& failure) {
      x = {};  // what dies in the child leaves the engine alone
      return std::string(to_string(failure.code())) + " " + failure.what();
    }
  });

  EXPECT_EQ(text,
            "failed_precondition [PJRT_Client_BufferFromHostBuffer] this process was forked from "
            "one that had started a PJRT client, whose threads do not exist here: fork before the "
            "first use of berth, or call exec in the child");
  EXPECT_THAT(get(x), testing::ElementsAre(1, 2, 3, 4));
}

TEST(ForkedChild, MayStartAClientIfItsParentHadNone) {
  const std::string text = in_child([] {
    const Buffer x = put({1, 2}, dev(0, cpu_client(1)), cpu_client(1));
    return std::string(get(x).size() == 2 ? "it works" : "it does not");
  });
  EXPECT_EQ(text, "it works");
}

TEST(XlaFlags, ThatThePluginDoesNotKnowAreRefused) {
  const Plugin& plugin = *find_plugin("cpu").plugin;
  const EnvironmentGuard flags(
      "XLA_FLAGS", "--xla_cpu_enable_fast_math=false --xla_no_such_flag=1 -xla_dump_to=x");
  EXPECT_THAT([&] { Client(plugin.api(), cpu_client_options(1)); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[plugin] " + plugin.path().string() +
                              ": it does not know --xla_no_such_flag, -xla_dump_to in "
                              "XLA_FLAGS: check the spelling, or unset it for this plugin"));
}

TEST(XlaFlags, MustBeReadableIfTheyAreInAFile) {
  const Plugin& plugin = *find_plugin("cpu").plugin;
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "flags").string();
  const EnvironmentGuard flags("XLA_FLAGS", path);
  EXPECT_THAT([&] { Client(plugin.api(), cpu_client_options(1)); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[plugin] XLA_FLAGS=" + path +
                              ": it neither begins with a dash nor names a file that can be read"));

  folder.write("flags", "--xla_no_such_flag");
  EXPECT_THAT([&] { Client(plugin.api(), cpu_client_options(1)); },
              testing::Throws<Error>(
                  testing::Property(&Error::what, testing::HasSubstr("--xla_no_such_flag"))));
}

TEST(XlaFlags, ThatThePluginKnowsAreTaken) {
  const EnvironmentGuard flags("XLA_FLAGS",
                               "--xla_cpu_enable_fast_math=false --xla_force_host_platform_device_"
                               "count=3 --xla_gpu_autotune_level=0");
  EXPECT_EQ(cpu_client(2).devices().size(), 2);
}

}  // namespace
}  // namespace berth::pjrt
