// The berth command: what this machine has, and whether it works.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "commands.h"

int main(int argc, char** argv) {
  CLI::App app("berth: arrays with a place");
  app.require_subcommand(1);

  bool json = false;
  auto* devices = app.add_subcommand("devices", "The devices of every platform that starts here");
  devices->add_flag("--json", json, "As JSON, for programs");
  auto* doctor = app.add_subcommand(
      "doctor",
      "Each plugin: found where, and does it work; fails if the default platform does not");

  CLI11_PARSE(app, argc, argv);
  try {
    if (devices->parsed()) return berth::cli::devices(json, std::cout);
    if (doctor->parsed()) return berth::cli::doctor(std::cout);
  } catch (const std::exception& error) {
    std::cerr << "berth: " << error.what() << "\n";
  }
  return 1;
}
