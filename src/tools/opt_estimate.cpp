#include "tools/opt_estimate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/report/estimate_report.hpp"
#include "driver/report/fits.hpp"
#include "support/findings.hpp"

namespace pom::tools {

namespace {

using nlohmann::ordered_json;

std::string sizes_text(const dse::Function& top) {
  std::string text;
  for (std::size_t p = 0; p < top.symbols.size(); ++p) {
    if (top.symbols[p] < 0) continue;
    text += (text.empty() ? "" : ", ") + top.arrays[top.parameters[p]].name + " = " +
            std::to_string(top.sizes.at(top.symbols[p]));
  }
  return text;
}

/// Sizes that name no size of the top function.
Status check_sizes(const OptArguments& arguments, const dse::Function& top) {
  for (const auto& [name, value] : arguments.sizes) {
    bool known = false;
    for (std::size_t p = 0; p < top.symbols.size(); ++p)
      known = known || (top.symbols[p] >= 0 && top.arrays[top.parameters[p]].name == name);
    if (!known)
      return make_error("bad-parameter", "\"" + name + "\" is no size of \"" + top.name + "\"", {arguments.input, 0});
  }
  return std::nullopt;
}

/// The lines of a design's summary that are about its cost, behind the kernel's name.
std::string cost_lines(const Estimate& estimate, const dse::devices::Device& device) {
  std::string text;
  for (const driver::SummaryPart& part : driver::estimate_parts(estimate, device)) {
    for (const std::string& line : part.lines) text += line + "\n";
  }
  return text.substr(std::min(text.size(), text.find_first_not_of(' ')));
}

std::string loop_lines(const Estimate& estimate) {
  std::ostringstream text;
  for (const EstimatedLoop& loop : estimate.loops) {
    text << "  " << loop.function << " " << loop.label << ": " << loop.trip << " iterations of "
         << loop.iteration_latency << " cycles";
    if (loop.interval > 0) text << ", one every " << loop.interval;
    text << ", " << loop.cycles << " cycles";
    if (!loop.reason.empty()) text << "\n    " << loop.reason;
    text << "\n";
  }
  for (const std::string& remark : estimate.remarks) text << "  note: " << remark << "\n";
  return text.str();
}

}  // namespace

Result<ModuleEstimate> estimate_module(const backend::AffineModule& module, const dse::devices::Device& device,
                                       const OptArguments& arguments) {
  const auto kernel = driver::kernel_from_module(module, arguments.sizes);
  if (!kernel) return kernel.errors();
  if (const Status wrong = check_sizes(arguments, kernel->top_function())) return *wrong;
  Estimate estimate = driver::make_estimate(*kernel, device, arguments.clock_ns, arguments.confidence);
  estimate.sizes = sizes_text(kernel->top_function());
  ModuleEstimate made;
  if (const Status over = driver::check_fits(estimate, device, {}, {arguments.input, 1}))
    made.warnings.push_back(*over);
  if (arguments.json) {
    ordered_json loops = ordered_json::array();
    for (const EstimatedLoop& loop : estimate.loops) loops.push_back(driver::describe_loop(loop));
    const ordered_json event = {{"event", "estimate"},
                                {"kernel", kernel->name},
                                {"estimate", driver::describe_estimate(estimate, std::move(loops))}};
    made.text = event.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  } else {
    made.text = kernel->name + ": " + cost_lines(estimate, device) + loop_lines(estimate);
  }
  return made;
}

}  // namespace pom::tools
