#include "driver/board/chosen_target.hpp"

#include "support/findings.hpp"
#include "support/number_text.hpp"
#include "support/words.hpp"

namespace pom::driver {

namespace {

using dse::boards::Board;
using dse::devices::Device;

/// What a design is built for that names neither a board nor a chip, and its clock period in ns.
constexpr const char* default_device = "xc7z020";
constexpr double default_clock_ns = 10;

/// A message shows a period as it was given: nine digits hide the error of 0.05's last bits.
constexpr int period_digits = 9;

std::optional<Board> choose_board(const CompileOptions& options, const Location& at, std::vector<Diagnostic>& wrong) {
  if (options.board.empty()) return std::nullopt;
  auto board = dse::boards::find_board(options.board);
  if (board) return board;
  const std::vector<std::string> known = dse::boards::board_names();
  const std::string text = "there is no board \"" + options.board + "\"\nknown boards: " + join(known);
  wrong.push_back(misspelt(make_error("unknown-board", text, at), options.board, known));
  return std::nullopt;
}

Device choose_device(const CompileOptions& options, const std::optional<Board>& board, const Location& at,
                     std::vector<Diagnostic>& wrong) {
  if (board && !options.device) return board->device;
  const std::string name = options.device.value_or(default_device);
  const auto device = dse::devices::find_device(name);
  if (!device) {
    const std::vector<std::string> known = dse::devices::device_names();
    const std::string text = "there is no device \"" + name + "\"\nknown devices: " + join(known);
    wrong.push_back(misspelt(make_error("unknown-device", text, at), name, known));
    return {};
  }
  if (!board || board->device.name == name) return board ? board->device : *device;
  wrong.push_back(make_error("board-mismatch",
                             "board \"" + board->name + "\" has the device \"" + board->device.name + "\", not \"" +
                                 name + "\"\nleave out one of board and device",
                             at));
  return *device;
}

/// No clock net is faster than a gigahertz: the fastest buffers of UltraScale+ have 891 MHz (DS925).
constexpr double fastest_ns = 1;

/// No fabric is that slow, and numbers above are the usual frequencies in MHz.
constexpr double slowest_usual_ns = 50;

double choose_clock(const CompileOptions& options, const std::optional<Board>& board, const Location& at,
                    std::vector<Diagnostic>& wrong) {
  const double clock_ns = options.clock_ns.value_or(board ? board->clock_ns : default_clock_ns);
  // A period that the tool takes, and that estimates can reckon with. The comparison refuses NaN too.
  if (!(clock_ns >= 0.1 && clock_ns <= 1000)) {
    std::string text = "a clock period of " + number_text(clock_ns, period_digits) + " ns is outside [0.1, 1000]";
    if (clock_ns > 1000) text += "\nthe period is said in ns: that of 100 MHz is 10";
    wrong.push_back(make_error("bad-clock", text, at));
  }
  return clock_ns;
}

}  // namespace

ChosenTarget choose_target(const CompileOptions& options, const Location& at, std::vector<Diagnostic>& wrong) {
  std::optional<Board> board = choose_board(options, at, wrong);
  Device device = choose_device(options, board, at, wrong);
  const double clock_ns = choose_clock(options, board, at, wrong);
  return {std::move(device), clock_ns, std::move(board)};
}

Status check_clock(double clock_ns, const Location& at) {
  const bool slow = clock_ns > slowest_usual_ns;
  if (!slow && clock_ns >= fastest_ns) return std::nullopt;
  const std::string given = number_text(clock_ns, period_digits), inverse = number_text(1000 / clock_ns, 6);
  const std::string period = "a clock period of " + given + " ns is one of " + inverse + " MHz\n";
  Diagnostic warning =
      slow ? make_error("slow-clock", period + "if " + given + " MHz are meant, the period is " + inverse + " ns", at)
           : make_error("fast-clock", period + "no clock net of an FPGA is that fast, and no estimate holds there", at);
  warning.severity = Severity::warning;
  return warning;
}

}  // namespace pom::driver
