// Any bytes as the input of pom-opt: they are refused with diagnostics, or they are a module that survives printing as
// text and reading back, and that each printer either prints or refuses with diagnostics.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "codegen/affine/text/parse_affine.hpp"
#include "codegen/hls/kernel.hpp"
#include "require.hpp"

using namespace pom;
using fuzz::require;

namespace {

/// MLIR's parser is a library without coverage. What it says stands in for that: each kind of message counts as a place
/// reached, and so does each kind of line in the C++ of what it accepts.
constexpr std::size_t kinds = 4096;
__attribute__((section("__libfuzzer_extra_counters"), used)) std::array<std::uint8_t, 2 * kinds> texts_seen;

/// Counts a text without what it quotes, without its names and numbers: `marks` are the first of its characters that
/// are kept.
void see(std::string_view text, std::size_t first_counter) {
  constexpr std::size_t marks = 60;
  std::size_t hash = 1469598103934665603u, kept = 0;
  bool quoted = false, name = false;
  for (const char c : text) {
    const bool opens = c == '\'' || c == '"' || c == '`';
    if (opens) quoted = !quoted;
    name = c == '%' || c == '#' || (name && std::isalnum(static_cast<unsigned char>(c)));
    if (quoted || name || std::isdigit(static_cast<unsigned char>(c))) continue;
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    if (++kept == marks) break;
  }
  texts_seen[first_counter + (hash ^ (hash >> 29)) % kinds] = 1;
}

/// A context interns whatever it reads, for its whole life: it is kept for speed, and replaced before it grows large.
backend::CodegenContext& current_context() {
  constexpr int inputs_for_one = 500;
  static std::unique_ptr<backend::CodegenContext> context;
  static int used = 0;
  if (!context || ++used >= inputs_for_one) {
    context = std::make_unique<backend::CodegenContext>();
    used = 0;
  }
  return *context;
}

template <class T>
void check_refusal(const Result<T>& refused, const std::string& code) {
  require(!refused.errors().empty(), "a refusal says why");
  for (const Diagnostic& error : refused.errors()) {
    require(error.severity == Severity::error, "a refusal's findings are errors");
    require(error.code == code, "a refusal has its stage's code");
    require(!error.message.empty() && !render(error).empty(), "a refusal has a text");
    see(error.message, 0);
  }
}

/// What holds for any C++ that is printed: brackets match and there are no control characters.
void check_cpp(const std::string& text) {
  std::string open;
  for (std::size_t line = 0; line < text.size(); line = std::min(text.find('\n', line), text.size()) + 1) {
    see(std::string_view(text).substr(line, text.find('\n', line) - line), kinds);
  }
  for (const char c : text) {
    require(c == '\n' || !std::iscntrl(static_cast<unsigned char>(c)), "printed C++ has no control characters");
    if (c == '(' || c == '[' || c == '{') open += c;
    if (c != ')' && c != ']' && c != '}') continue;
    require(!open.empty() && (c == ')' ? open.back() == '(' : c == open.back() + 2),
            "printed C++ closes what it opens");
    open.pop_back();
  }
  require(open.empty(), "printed C++ closes all that it opens");
}

void check_printed(const Result<std::string>& printed, const Result<std::string>& printed_again) {
  require(static_cast<bool>(printed) == static_cast<bool>(printed_again),
          "a module that was read back prints if the first does");
  if (!printed) {
    const bool too_large = printed.errors().front().code == "design-too-large";
    return check_refusal(printed, too_large ? "design-too-large" : "unsupported-op");
  }
  require(*printed == *printed_again, "a module that was read back prints the same");
  check_cpp(*printed);
}

}  // namespace

/// LLVM's headers, compiled with ASan, poison what LLVM's library, compiled without, hands out.
extern "C" const char* __asan_default_options() { return "allow_user_poisoning=0"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  backend::CodegenContext& context = current_context();
  const auto module = backend::parse_affine(text, "fuzz.mlir", context);
  if (!module) {
    check_refusal(module, "bad-mlir");
    return 0;
  }
  const std::string printed = module->text();
  const auto again = backend::parse_affine(printed, "again.mlir", context);
  require(static_cast<bool>(again), "a module's text can be read back");
  require(again->text() == printed, "a module's text is the same after it was read back");
  check_printed(backend::emit_kernel(*module, "fuzz.h"), backend::emit_kernel(*again, "fuzz.h"));
  check_printed(backend::emit_header(*module), backend::emit_header(*again));
  return 0;
}
