#include "driver/report/fits.hpp"

#include <algorithm>
#include <cmath>

#include "driver/report/board_report.hpp"
#include "support/findings.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

namespace {

/// A resource of the device, and what the design takes of it.
struct Use {
  const char* resource;
  double used, upper;
  std::int64_t available;
  bool is_memory = false;

  bool is_over() const { return std::max(used, upper) > static_cast<double>(available); }
};

std::string amount_text(double value) { return number_text(std::ceil(value), 15); }

/// "3072 DSP of 80 (3840 %, at most 3100)"
std::string over_text(const Use& use) {
  const auto available = static_cast<double>(use.available);
  std::string text = amount_text(use.used) + " " + use.resource + " of " + amount_text(available);
  const std::string bound =
      std::ceil(use.upper) > std::ceil(use.used) ? ", at most " + amount_text(use.upper) : std::string();
  if (available > 0) text += " (" + number_text(std::round(100 * use.used / available), 15) + " %" + bound + ")";
  return text;
}

/// What makes the memories on the chip fewer.
std::string memory_advice(const dse::devices::Device& device, const std::optional<LocalArray>& largest) {
  if (!largest) return "cut arrays into fewer banks, or name a larger device";
  const std::string array = "\"" + largest->name + "\" has " + size_text(largest->bits);
  if (!largest->declared)
    return array + ": it holds what a window, a channel or a buffer keeps, and is smaller with narrower rows or tiles";
  if (largest->bits > device.memory_bits())
    return array + ", the memories of the whole chip " + size_text(device.memory_bits()) +
           ": make it an argument behind m_axi, and keep on the chip what a loop uses of it (buffer_at)";
  return array + ", more than any other array: make it smaller or cut it into fewer banks, or make it an argument";
}

}  // namespace

std::optional<LocalArray> largest_local(const Compilation& made) {
  const dsl::Function& program = *made.scheduled->program;
  std::optional<LocalArray> largest;
  for (const int index : program.used_arrays()) {
    const dsl::Array& array = *program.arrays[index];
    if (!array.local || array.is_table() || made.scheduled->hardware.find_stream(index)) continue;
    const std::int64_t bits = array.elements() * array.type.bits;
    if (!largest || bits > largest->bits)
      largest = LocalArray{array.name, bits, made.program->find_array(array.name) >= 0};
  }
  return largest;
}

Status check_fits(const Estimate& estimate, const dse::devices::Device& device,
                  const std::optional<LocalArray>& largest, const Location& at) {
  const UpperBound& upper = estimate.upper;
  std::string over;
  bool surely = false, logic = false, memory = false, missing = false;
  for (const Use& use : {Use{"DSP", estimate.dsp, upper.dsp, device.dsp},
                         Use{"LUT", estimate.lut, upper.lut, device.lut}, Use{"FF", estimate.ff, upper.ff, device.ff},
                         Use{"BRAM18", estimate.bram_18k, upper.bram_18k, device.bram_18k, true},
                         Use{"URAM", estimate.uram, upper.uram, device.uram, true}}) {
    if (!use.is_over()) continue;
    surely = surely || use.used > static_cast<double>(use.available);
    (use.available == 0 ? missing : use.is_memory ? memory : logic) = true;
    over += (over.empty() ? "" : ", ") + over_text(use);
  }
  if (over.empty()) return std::nullopt;
  std::string advice = logic ? "\nunroll or partition less, share operators, or name a larger device" : "";
  if (missing) advice += "\n" + device.name + " has none: leave it to the tool what bind_storage asks for";
  if (memory) advice += "\n" + memory_advice(device, largest);
  const std::string fits = surely ? "does not fit on " : "may not fit on ";
  Diagnostic warning =
      make_error("over-device", "the design " + fits + device.name + ": it is estimated to take " + over + advice, at);
  warning.severity = Severity::warning;
  return warning;
}

}  // namespace pom::driver
