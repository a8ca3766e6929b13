#include "dsl/model/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <string_view>

#include "dsl/model/added_names.hpp"
#include "support/content_hash.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::dsl {
namespace {

#include "dsl/taken_names.inc"

namespace on_host {
#include "dsl/taken_on_host.inc"
}  // namespace on_host

/// Longer names would make file names and reports that nobody reads; no system's file name has more than 255.
constexpr std::size_t longest_name = 100;

/// C++20's keywords and alternative tokens, and the names by which generated code speaks of types and namespaces.
constexpr std::array reserved_words = {
    "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
    "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
    "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
    "friend",      "goto",     "half",       "hls",       "if",        "inline",       "int",
    "int16_t",     "int32_t",  "int64_t",    "int8_t",    "long",      "main",         "mutable",
    "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "std",      "struct",     "switch",    "template",  "this",         "thread_local",
    "throw",       "true",     "try",        "typedef",   "typeid",    "typename",     "uint16_t",
    "uint32_t",    "uint64_t", "uint8_t",    "union",     "unsigned",  "using",        "virtual",
    "void",        "volatile", "wchar_t",    "while",     "xor",       "xor_eq"};

bool is_reserved(std::string_view name) {
  return std::find(reserved_words.begin(), reserved_words.end(), name) != reserved_words.end();
}

/// Whether one of the sorted names that the build has found is this one.
template <std::size_t Count>
bool contains(const std::string_view (&names)[Count], const std::string& name) {
  return std::binary_search(std::begin(names), std::end(names), std::string_view(name));
}

/// C++ keeps these for its own headers, on every system.
bool is_reserved_by_form(const std::string& name) {
  return name.find("__") != std::string::npos ||
         (name.size() > 1 && name[0] == '_' && std::isupper(static_cast<unsigned char>(name[1])) != 0);
}

/// Prefixes of the functions, macros and ports that libpom and the HLS tool add.
bool has_taken_prefix(const std::string& name) {
  for (const char* prefix : {"pom_", "POM_", "ap_", "AP_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

/// A function's name becomes that of its files, which would take the place of a header or of the project's
/// schedule.cpp. The HLS tool's own headers begin with hls_, their stand-ins on a host with emulated_.
bool names_other_file(const std::string& name) {
  return name == "schedule" || name.starts_with("hls_") || name.starts_with("emulated_") ||
         contains(header_names, name);
}

/// Why a word is no name for anything, as the end of a sentence; nullptr: it is one.
const char* find_owner_outside(const std::string& what, const std::string& name) {
  if (is_reserved(name)) return "it is a reserved word of C++ or of the HLS tool";
  if (is_reserved_by_form(name)) return "C++ reserves names with __ or with _ and a capital letter in front";
  if (has_taken_prefix(name)) return "names that begin with pom_ or ap_ belong to libpom and to the HLS tool";
  if (is_macro(name)) return "it is a macro of a header that the generated files include";
  if (what == "function" && contains(file_scope_names, name)) {
    return "the generated files or the headers that they include declare the name";
  }
  if (what == "function" && names_other_file(name))
    return "another file of the project, or a header that it includes, has the name";
  return nullptr;
}

/// The same beside the headers of a host program.
const char* find_owner_on_host(const std::string& what, const std::string& name) {
  if (contains(on_host::macro_names, name))
    return "it is a macro of a header that the board's host program includes with XRT";
  if (what != "function") return nullptr;
  if (contains(on_host::file_scope_names, name))
    return "the headers that the board's host program includes with XRT declare the name";
  if (contains(on_host::header_names, name))
    return "a header that the board's host program includes with XRT has the name";
  return nullptr;
}

/// How the error begins that a name is taken.
std::string cannot_name(const std::string& what, const std::string& name) {
  const std::string article = what.find_first_of("aeiou") == 0 ? "an " : "a ";
  return "\"" + name + "\" cannot name " + article + what + ": ";
}

bool is_word(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  return std::all_of(name.begin(), name.end(), is_word_character);
}

/// One place is met twice where C++ itself repeats a declaration.
bool is_same_place(const Location& a, const Location& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/// The thing of `function` that has the name already, as a note.
std::optional<Diagnostic::Note> find_owner(const Function& function, const std::string& name) {
  for (const auto& array : function.arrays) {
    if (array->name == name) return Diagnostic::Note{"array \"" + name + "\" is declared", array->at};
  }
  for (const auto& scalar : function.scalars) {
    bool is_argument = scalar->value == nullptr;
    if (is_argument && scalar->name == name)
      return Diagnostic::Note{(scalar->is_parameter() ? "parameter \"" : "constant \"") + name + "\" is declared",
                              scalar->at};
  }
  int compute = function.find_compute(name);
  if (compute >= 0) return Diagnostic::Note{"compute \"" + name + "\" is declared", function.computes[compute].at};
  if (const Directive* adding = find_adding(function.schedule, name))
    return Diagnostic::Note{"\"" + name + "\" comes from " + to_string(*adding), adding->at};
  if (const Directive* placing = find_buffer(function.schedule, name))
    return Diagnostic::Note{"\"" + name + "\" is the buffer of " + to_string(*placing), placing->at};
  // The first release's programs may name an array like the function.
  if (function.name == name && !function.first_release_rules) {
    return Diagnostic::Note{"it is the function's name", function.at};
  }
  return {};
}

}  // namespace

bool is_macro(const std::string& name) { return contains(macro_names, name); }

bool is_identifier(const std::string& name) { return is_word(name) && !is_reserved(name); }

std::optional<Diagnostic> check_identifier(const std::string& what, const std::string& name, const Location& at) {
  const std::string article = what.find_first_of("aeiou") == 0 ? "an " : "a ";
  if (name.empty()) return make_error("invalid-name", article + what + " needs a name", at);
  const std::string quoted = cannot_name(what, name);
  if (!is_word(name)) {
    return make_error("invalid-name", quoted + "it becomes a C++ identifier (letters, digits and _, no digit first)",
                      at);
  }
  if (name.size() > longest_name) {
    return make_error("invalid-name",
                      cannot_name(what, name.substr(0, 20) + "…") + "it has " + std::to_string(name.size()) +
                          " characters; " + std::to_string(longest_name) + " are possible",
                      at);
  }
  if (const char* reason = find_owner_outside(what, name)) return make_error("invalid-name", quoted + reason, at);
  return {};
}

std::optional<Diagnostic> check_host_name(const std::string& what, const std::string& name, const Location& at) {
  const char* reason = find_owner_on_host(what, name);
  if (!reason) return {};
  return make_error("invalid-name", cannot_name(what, name) + reason, at);
}

std::optional<Diagnostic> check_new_name(const Function& function, const std::string& what, const std::string& name,
                                         const Location& at) {
  if (auto error = check_identifier(what, name, at)) return error;
  std::optional<Diagnostic::Note> owner = find_owner(function, name);
  if (!owner) return {};
  Diagnostic error = make_error("duplicate-name", "the name \"" + name + "\" is used twice", at);
  if (is_same_place(owner->at, at))
    error.message += "\nwhere a loop of C++ declares several, each has a name of its own: \"" + join_names({name, ""}) +
                     "\" + std::to_string(n)";
  error.notes.push_back(std::move(*owner));
  return error;
}

std::string name_generated_function(const Function& function, const std::string& compute, const std::string& role) {
  const std::string name = join_names({compute, role}), written = compute + "_" + role;
  // "s" and "s_" give one name, and nests with one name share a function.
  const bool is_anothers =
      name != written && std::any_of(function.computes.begin(), function.computes.end(), [&](const Compute& other) {
        return other.name != compute && join_names({other.name, role}) == name;
      });
  if (!is_anothers && !check_new_name(function, "function", name, {})) return name;
  return free_name(function, "nest_" + content_hash(written) + "_");
}

std::string free_name(const Function& function, const std::string& base) {
  int number = 0;
  while (find_owner(function, base + std::to_string(number))) ++number;
  return base + std::to_string(number);
}

}  // namespace pom::dsl
