#include "dsl/print/stream_call.hpp"

#include <algorithm>

#include "dsl/model/ports.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::dsl {

std::string beat_type(const std::string& type) { return "hls::axis<" + type + ", 0, 0, 0>"; }

std::string stream_variable(const std::string& array) { return "pom_stream_" + array; }

namespace {

bool is_written(const Function& program, int array) {
  return std::any_of(program.computes.begin(), program.computes.end(),
                     [&](const Compute& compute) { return compute.store.array == array; });
}

/// A stream between an array and the kernel, as text. Its names begin with pom_, as no name of a program does.
class StreamText {
 public:
  StreamText(const Function& program, int array, const std::string& elements)
      : name_(program.arrays[array]->name),
        count_(std::to_string(program.arrays[array]->elements())),
        beats_(port_mode(program, array) == "axis"),
        element_("(" + elements + ")[pom_n]"),
        type_(cpp_type(program.arrays[array]->type)) {
    if (beats_) type_ = beat_type(type_);
  }

  std::string name() const { return stream_variable(name_); }
  std::string declaration() const {
    return "  hls::stream<" + type_ + ", " + count_ + "> " + name() + "(\"" + name_ + "\");\n";
  }

  std::string send() const {
    if (!beats_) return loop(name() + ".write(" + element_ + ");");
    return loop(type_ + " pom_one = " + type_ + "(); pom_one.data = " + element_ +
                "; pom_one.keep = -1; pom_one.strb = -1; pom_one.last = pom_n + 1 == " + count_ + "; " + name() +
                ".write(pom_one);");
  }

  std::string receive() const {
    const std::string too_few = stops_if(name() + ".empty()", "too few elements come from");
    if (!beats_) return loop(too_few + " " + element_ + " = " + name() + ".read();");
    return loop(too_few + " const " + type_ + " pom_one = " + name() + ".read(); " + element_ + " = pom_one.data; " +
                stops_if("(pom_one.last == 1) != (pom_n + 1 == " + count_ + ")", "last is wrong in"));
  }

  std::string check_empty() const { return "  " + stops_if("!" + name() + ".empty()", "elements are left in") + "\n"; }

 private:
  std::string loop(const std::string& body) const {
    return "  for (long long pom_n = 0; pom_n < " + count_ + "; ++pom_n) { " + body + " }\n";
  }
  std::string stops_if(const std::string& condition, const std::string& what) const {
    return "if (" + condition + ") throw std::runtime_error(\"" + what + " " + name_ + "\");";
  }

  const std::string name_, count_;
  const bool beats_;
  const std::string element_;
  std::string type_;  ///< of what the stream carries
};

}  // namespace

PortCall pass_to_stream(const Function& program, int array, const std::string& elements) {
  const StreamText stream(program, array, elements);
  const bool written = is_written(program, array);
  return {stream.declaration() + (written ? "" : stream.send()), stream.name(),
          (written ? stream.receive() : "") + stream.check_empty()};
}

PortCall pass_to_kernel(const Function& program, int array, const std::string& elements) {
  const Array& declared = *program.arrays[array];
  if (!is_stream_port(program, array)) return pass_to_port(declared, elements);
  return pass_to_stream(program, array, "static_cast<" + cpp_type(declared.type) + "*>(" + elements + ")");
}

}  // namespace pom::dsl
