#include "pjrt/shared_object.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <optional>

#include "pjrt/abi.h"
#include "pjrt/mapped_file.h"

namespace berth::pjrt {
namespace {

/// The `T` at `offset`; empty past the end, so that a truncated file is just not a library.
template <class T>
std::optional<T> read(std::string_view file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) {
    return std::nullopt;
  }
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::optional<Elf64_Shdr> section(std::string_view file, const Elf64_Ehdr& header,
                                  std::uint64_t index) {
  return read<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
}

std::optional<Elf64_Ehdr> elf_header(std::string_view file) {
  const auto header = read<Elf64_Ehdr>(file, 0);
  const bool is_library = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                          header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_type == ET_DYN &&
                          header->e_shentsize == sizeof(Elf64_Shdr);
  return is_library ? header : std::nullopt;
}

bool is_named(std::string_view file, std::uint64_t offset, std::string_view name) {
  return offset < file.size() && file.substr(offset).starts_with(name) &&
         offset + name.size() < file.size() && file[offset + name.size()] == '\0';
}

bool table_exports(std::string_view file, const Elf64_Shdr& symbols, const Elf64_Shdr& strings,
                   std::string_view name) {
  const std::uint64_t count = symbols.sh_size / sizeof(Elf64_Sym);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto symbol = read<Elf64_Sym>(file, symbols.sh_offset + i * sizeof(Elf64_Sym));
    if (!symbol) {
      return false;
    }
    if (symbol->st_shndx != SHN_UNDEF &&
        is_named(file, strings.sh_offset + symbol->st_name, name)) {
      return true;
    }
  }
  return false;
}

bool file_exports(std::string_view file, std::string_view name) {
  const auto header = elf_header(file);
  for (std::uint64_t i = 0; header && i < header->e_shnum; ++i) {
    const auto symbols = section(file, *header, i);
    if (!symbols || symbols->sh_type != SHT_DYNSYM) {
      continue;
    }
    const auto strings = section(file, *header, symbols->sh_link);
    return strings && table_exports(file, *symbols, *strings, name);
  }
  return false;
}

}  // namespace

bool exports(const std::filesystem::path& path, std::string_view symbol) {
  const MappedFile file(path);
  return file_exports(file.text(), symbol);
}

std::string plugin_fault(const std::filesystem::path& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    return "no such file";
  }
  if (!std::filesystem::is_regular_file(path, failure)) {
    return "it is not a file";
  }
  const MappedFile file(path);
  if (!elf_header(file.text())) {
    return "it is not a shared library of this kind of machine, or cannot be read";
  }
  if (!file_exports(file.text(), abi::entry_point)) {
    return fmt::format("it is no PJRT plugin: it does not export {}", abi::entry_point);
  }
  return {};
}

}  // namespace berth::pjrt
