#include "driver/page/page.hpp"

#include "driver/page/embedded_page.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

namespace {

std::string head(const html::Json& report) {
  const std::string name = html::escape(report.at("name").get<std::string>());
  return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         // Says to the browser what the page promises: it asks for nothing.
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src "
         "'unsafe-inline'; img-src data:\">\n"
         // An empty icon, so that no browser asks a server for one.
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         name + " · libpom</title>\n<style>\n" + std::string(page_css) + "</style>\n</head>\n";
}

struct Part {
  const char* id;
  const char* title;
  std::string text;
};

std::string navigation(const std::vector<Part>& parts) {
  std::string links;
  for (const Part& part : parts) {
    if (!part.text.empty()) links += std::string("<li><a href=\"#") + part.id + "\">" + part.title + "</a></li>";
  }
  return "<nav aria-label=\"Sections\"><ul>" + links + "</ul></nav>\n";
}

}  // namespace

std::string make_page(const std::string& report_json) {
  const html::Json report = html::Json::parse(report_json);
  const std::vector<Part> parts = {
      {"answers", "Reading it", page_answers(report)}, {"loops", "Loops", page_loops(report)},
      {"timeline", "Timeline", page_timeline(report)}, {"graphs", "Dependences", page_graphs(report)},
      {"memory", "Memory", page_memories(report)},     {"search", "Search", page_search(report)},
      {"schedule", "Schedule", page_schedule(report)}, {"kernel", "Kernel", page_kernel(report)}};
  std::string page = head(report) + "<body>\n<a class=\"skip\" href=\"#main\">To the report</a>\n" +
                     page_headline(report) + navigation(parts) + "<main id=\"main\">\n";
  for (const Part& part : parts) page += part.text;
  return page +
         "</main>\n<footer><p>Made by libpom from <code>report.json</code> beside this page. It asks for nothing from "
         "any "
         "network. Cycles and resources are estimates of what the vendor’s tool will report.</p></footer>\n<script>\n" +
         std::string(page_js) + "</script>\n</body>\n</html>\n";
}

}  // namespace pom::driver
