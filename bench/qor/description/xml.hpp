#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pom::dse::qor {

/// An element of an XML document: enough of the language for reports (elements, text, comments, the five entities,
/// CDATA; attributes are read over; no document types, no namespaces).
struct XmlElement {
  std::string name, text;
  std::vector<XmlElement> children;

  const XmlElement* child(std::string_view name) const;
  /// "PerformanceEstimates/SummaryOfOverallLatency/Best-caseLatency"; nothing when any step is missing.
  const XmlElement* find(std::string_view path) const;
  /// The text of `find`, without spaces around; "" when it is missing.
  std::string text_at(std::string_view path) const;
};

/// The document's root, or what is wrong and where ("line 12: …").
std::variant<XmlElement, std::string> parse_xml(std::string_view text);

}  // namespace pom::dse::qor
