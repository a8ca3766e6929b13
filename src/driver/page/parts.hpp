#pragma once
#include "driver/page/html.hpp"

/// The parts of the page, each from the report to its section; empty where the report has nothing to show.
namespace pom::driver {

std::string page_headline(const html::Json& report);  ///< the numbers, and each resource as share of the device
std::string page_answers(const html::Json& report);   ///< what limits it, what to change, can it be trusted
std::string page_loops(const html::Json& report);     ///< a row for each loop
std::string page_timeline(const html::Json& report);  ///< where the cycles go, and iterations that overlap
std::string page_graphs(const html::Json& report);    ///< dependences, and the processes of a dataflow
std::string page_memories(const html::Json& report);  ///< arrays and channels
std::string page_search(const html::Json& report);    ///< Pareto plot and trail
std::string page_schedule(const html::Json& report);  ///< directives, with the lines that they made
std::string page_kernel(const html::Json& report);    ///< the generated code

/// What the model takes a resource for, in the order in which the page lists them.
struct ResourceName {
  const char* key;  ///< in report.json
  const char* title;
};
inline constexpr ResourceName resource_names[] = {
    {"dsp", "DSP"}, {"lut", "LUT"}, {"ff", "FF"}, {"bram18", "BRAM18"}, {"uram", "URAM"}};

/// The simulated run of a dataflow's processes; null: the design is none, or it was not simulated.
const html::Json* simulated_run(const html::Json& report);

/// auto_DSE made the design.
bool is_searched(const html::Json& report);

std::string what_limits(const html::Json& report);     ///< sentences
std::string what_to_change(const html::Json& report);  ///< a list; each item is true for this class of design

}  // namespace pom::driver
