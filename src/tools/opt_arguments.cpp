#include "tools/opt_arguments.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <optional>

#include "tools/opt_passes.hpp"

namespace pom::tools {

namespace {

constexpr const char* usage =
    "usage: pom-opt [INPUT.mlir | -] [-o OUTPUT] [--emit=hls|header|mlir]\n"
    "       pom-opt [INPUT.mlir | -] [-o OUTPUT] [--json] --estimate [--device NAME] [--clock NS] [--size NAME=VALUE]\n"
    "       pom-opt [INPUT.mlir | -] [-o OUTPUT] --dump-after=PASS\n"
    "Reads a module of affine operations with pom attributes, verifies it and prints it as HLS C++ (default),\n"
    "as the header of its functions, or as MLIR; or what it is estimated to cost; or what is there after a pass.\n"
    "  --emit-hls           the same as --emit=hls\n"
    "  --estimate           cycles and resources that the vendor's tool is expected to report, and the loops\n"
    "  --device NAME        the chip of the estimate; without it xc7z020\n"
    "  --clock NS           its clock period in ns; without it 10\n"
    "  --confidence P       probability with which the upper bounds hold, 0.5 to 0.95; without it 0.9; 0: no bounds\n"
    "  --size NAME=VALUE    what an argument that is a size is taken to be, if not what the module says; may be "
    "repeated\n"
    "  --dump-after=PASS    the module after a step towards its execution here, or the estimator's view of it after a\n"
    "                       step of its front end; ? lists them all, with what they do\n"
    "  --json               findings and the estimate as JSON objects, one a line (schema/events.schema.json)\n"
    "  --version            the version of libpom\n"
    "Exit status: 0 done, 1 the input is wrong, 2 the call is wrong, 3 a defect of libpom.\n";

constexpr int go_on = -1, done = 0, wrong_call = 2;

int refuse(const std::string& message) {
  std::cerr << "pom-opt: " << message << "\n" << usage;
  return wrong_call;
}

std::optional<double> number_in(const std::string& text, double least, double greatest) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= least && value <= greatest)) return std::nullopt;
  return value;
}

class Parser {
 public:
  Parser(int count, char** words, OptArguments& arguments) : words_(words + 1, words + count), arguments_(arguments) {}

  int run() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      if (words_[at_] == "--help" || words_[at_] == "-h") {
        std::cout << usage;
        return done;
      }
      if (words_[at_] == "--version") {
        std::cout << "pom-opt " POM_VERSION "\n";
        return done;
      }
      if (const int status = take(words_[at_]); status != go_on) return status;
    }
    return check();
  }

 private:
  int take(const std::string& word) {
    if (word == "--estimate") return set(arguments_.estimate);
    if (word == "--json") return set(arguments_.json);
    if (word == "--emit-hls") return emit("hls");
    if (word.starts_with("--emit=")) return emit(word.substr(7));
    if (word.starts_with("--dump-after=")) return dump_after(word.substr(13));
    if (word == "--dump-after") return with_value(word, [this](const std::string& pass) { return dump_after(pass); });
    if (word == "-o") return with_value(word, [this](const std::string& path) { return set(arguments_.output, path); });
    if (word == "--device")
      return with_value(word, [this](const std::string& name) { return estimating(set(arguments_.device, name)); });
    if (word == "--clock") return number(word, 0.1, 1000, arguments_.clock_ns);
    if (word == "--confidence") return number(word, 0, 0.95, arguments_.confidence);
    if (word == "--size") return with_value(word, [this](const std::string& text) { return estimating(size(text)); });
    if ((word[0] != '-' || word == "-") && !has_input_) {
      has_input_ = true;
      return set(arguments_.input, word);
    }
    return refuse("unknown argument " + word);
  }

  int set(bool& option) {
    option = true;
    return go_on;
  }
  int set(std::string& option, const std::string& value) {
    option = value;
    return go_on;
  }
  int estimating(int status) {
    estimate_option_ = words_[at_ - 1];
    return status;
  }

  int with_value(const std::string& option, const std::function<int(const std::string&)>& use) {
    if (at_ + 1 >= words_.size()) return refuse(option + " needs a value");
    return use(words_[++at_]);
  }

  int number(const std::string& option, double least, double greatest, double& value) {
    return with_value(option, [&](const std::string& text) {
      const auto read = number_in(text, least, greatest);
      if (!read) return refuse(option + " cannot be " + text);
      value = *read;
      return estimating(go_on);
    });
  }

  int emit(const std::string& what) {
    if (what != "hls" && what != "header" && what != "mlir") return refuse("--emit cannot be " + what);
    emits_ = true;
    return set(arguments_.emit, what);
  }

  int dump_after(const std::string& pass) {
    if (pass == "?") {
      std::cout << describe_passes();
      return done;
    }
    if (is_pass(pass)) return set(arguments_.dump_after, pass);
    std::cerr << "pom-opt: there is no pass \"" << pass << "\"\n" << describe_passes();
    return wrong_call;
  }

  int size(const std::string& text) {
    const std::size_t equals = text.find('=');
    const auto value = equals == std::string::npos || equals == 0
                           ? std::nullopt
                           : number_in(text.substr(equals + 1), std::numeric_limits<std::int32_t>::min(),
                                       std::numeric_limits<std::int32_t>::max());
    if (!value || *value != std::floor(*value)) return refuse("--size wants NAME=VALUE, not " + text);
    arguments_.sizes[text.substr(0, equals)] = static_cast<std::int64_t>(*value);
    return go_on;
  }

  int check() const {
    const bool dumps = !arguments_.dump_after.empty();
    if (arguments_.estimate + dumps + emits_ > 1) return refuse("only one of --emit, --estimate and --dump-after");
    if (arguments_.json && !arguments_.estimate && arguments_.output == "-")
      return refuse("with --json, the standard output holds JSON: say -o OUTPUT for the rest");
    // A dump of the estimator's view depends on the chip as well.
    if (!estimate_option_.empty() && !arguments_.estimate && !dumps)
      return refuse(estimate_option_ + " is for --estimate");
    return go_on;
  }

  std::vector<std::string> words_;
  OptArguments& arguments_;
  std::size_t at_ = 0;
  bool has_input_ = false, emits_ = false;
  std::string estimate_option_;  ///< the last option that only estimates have
};

}  // namespace

int parse_opt_arguments(int count, char** words, OptArguments& arguments) {
  return Parser(count, words, arguments).run();
}

}  // namespace pom::tools
