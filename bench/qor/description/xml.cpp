#include "bench/qor/description/xml.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pom::dse::qor {

namespace {

struct XmlError {
  std::string text;
};

constexpr int deepest = 200;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class XmlParser {
 public:
  explicit XmlParser(std::string_view text) : text_(text) {}

  XmlElement parse_document() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    skip_prologue();
    XmlElement root = parse_element(0);
    skip_prologue();
    if (at_ < text_.size()) fail("text behind the root element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    const auto lines =
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n');
    throw XmlError{"line " + std::to_string(lines + 1) + ": " + what};
  }
  bool starts(std::string_view with) const { return text_.substr(std::min(at_, text_.size())).starts_with(with); }
  void skip_spaces() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  void skip_to_end_of(std::string_view mark) {
    const std::size_t end = text_.find(mark, at_);
    if (end == std::string_view::npos) fail("\"" + std::string(mark) + "\" is missing");
    at_ = end + mark.size();
  }
  void skip_prologue() {
    for (skip_spaces(); starts("<?") || starts("<!"); skip_spaces()) {
      if (starts("<!--"))
        skip_to_end_of("-->");
      else if (starts("<?"))
        skip_to_end_of("?>");
      else
        fail("document types are not read");
    }
  }

  std::string parse_name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '>' && text_[at_] != '/' && text_[at_] != '=' &&
           text_[at_] != '<')
      ++at_;
    if (start == at_) fail("a name is missing");
    return std::string(text_.substr(start, at_ - start));
  }

  void skip_attributes() {
    for (skip_spaces(); at_ < text_.size() && text_[at_] != '>' && !starts("/>"); skip_spaces()) {
      parse_name();
      skip_spaces();
      if (!starts("=")) fail("an attribute without a value");
      ++at_;
      skip_spaces();
      const char quote = at_ < text_.size() ? text_[at_] : '\0';
      if (quote != '"' && quote != '\'') fail("an attribute's value without quotes");
      ++at_;
      skip_to_end_of(std::string_view(&quote, 1));
    }
  }

  XmlElement parse_element(int depth) {
    if (depth > deepest) fail("elements nested too deep");
    if (!starts("<")) fail("an element is missing");
    ++at_;
    XmlElement element;
    element.name = parse_name();
    skip_attributes();
    if (starts("/>")) {
      at_ += 2;
      return element;
    }
    if (!starts(">")) fail("the element " + element.name + " has no end");
    ++at_;
    parse_content(element, depth);
    return element;
  }

  void parse_content(XmlElement& element, int depth) {
    for (;;) {
      if (at_ >= text_.size()) fail("the element " + element.name + " is not closed");
      if (starts("</")) break;
      if (starts("<!--"))
        skip_to_end_of("-->");
      else if (starts("<![CDATA["))
        parse_raw(element);
      else if (starts("<?"))
        skip_to_end_of("?>");
      else if (starts("<"))
        element.children.push_back(parse_element(depth + 1));
      else
        element.text += parse_character();
    }
    at_ += 2;
    const std::string closed = parse_name();
    if (closed != element.name) fail("</" + closed + "> closes <" + element.name + ">");
    skip_spaces();
    if (!starts(">")) fail("the closing " + closed + " has no end");
    ++at_;
  }

  void parse_raw(XmlElement& element) {
    const std::size_t start = at_ + 9;
    skip_to_end_of("]]>");
    element.text += text_.substr(start, at_ - 3 - start);
  }

  char parse_character() {
    if (text_[at_] != '&') return text_[at_++];
    static constexpr std::array<std::pair<std::string_view, char>, 5> entities = {
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    for (const auto& [entity, character] : entities) {
      if (!starts(entity)) continue;
      at_ += entity.size();
      return character;
    }
    if (!starts("&#")) fail("an unknown entity");
    skip_to_end_of(";");
    return '?';
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view wanted) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const XmlElement& c) { return c.name == wanted; });
  return found == children.end() ? nullptr : &*found;
}

const XmlElement* XmlElement::find(std::string_view path) const {
  const XmlElement* at = this;
  while (at && !path.empty()) {
    const std::size_t slash = path.find('/');
    at = at->child(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return at;
}

std::string XmlElement::text_at(std::string_view path) const {
  const XmlElement* found = find(path);
  if (!found) return "";
  std::string_view content = found->text;
  while (!content.empty() && is_blank(content.front())) content.remove_prefix(1);
  while (!content.empty() && is_blank(content.back())) content.remove_suffix(1);
  return std::string(content);
}

std::variant<XmlElement, std::string> parse_xml(std::string_view text) {
  try {
    return XmlParser(text).parse_document();
  } catch (const XmlError& error) {
    return error.text;
  }
}

}  // namespace pom::dse::qor
