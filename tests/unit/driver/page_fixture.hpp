#pragma once
#include <functional>
#include <regex>
#include <string>

#include "fixture.hpp"

/// Designs and what their pages say.
namespace pom::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Text of the page without its tags, from one word to another.
inline std::string said(const std::string& page, const std::string& from, const std::string& to) {
  const std::size_t begin = page.find(from), end = page.find(to, begin);
  return std::regex_replace(page.substr(begin, end - begin), std::regex("<[^>]*>"), "");
}

/// A design and its page.
struct Page {
  Scratch scratch;
  std::string json, text, summary;

  explicit Page(const std::function<void()>& declare, CompileOptions options = {},
                const std::function<void(function&)>& change = {}) {
    function program("design");
    program.scope(declare);
    if (change) change(program);
    options.path = scratch / "design";
    options.quiet = true;
    summary = program.codegen(options).summary;
    json = read(scratch / "design/report.json");
    text = read(scratch / "design/report.html");
  }

  std::string limits() const { return said(text, "What limits this design?", "What would I change?"); }
  std::string advice() const { return said(text, "What would I change?", "Can I trust it?"); }
  std::string top() const { return said(text, "<dl class=\"figures\">", "</dl>"); }
};

}  // namespace pom::test
