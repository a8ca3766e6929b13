#include "dsl/print/port_text.hpp"

#include "dsl/print/print_expression.hpp"

namespace pom::dsl {

std::string port_type(const Array& array) {
  const std::string element = cpp_type(array.type);
  return array.lanes_of_port() == 1 ? element
                                    : "hls::vector<" + element + ", " + std::to_string(array.lanes_of_port()) + ">";
}

std::string port_pointer(const Array& array) {
  std::string inner;
  for (std::size_t d = 1; d < array.shape.size(); ++d) {
    const bool is_row = d + 1 == array.shape.size();
    inner += "[" + std::to_string(is_row ? array.row_at_port() / array.lanes : array.shape[d]) + "]";
  }
  return port_type(array) + (inner.empty() ? "*" : " (*)" + inner);
}

std::int64_t rows_to_pad(const Array& array) {
  if (array.shape.empty() || array.row_at_port() == array.shape.back()) return 0;
  return array.elements() / array.shape.back();
}

namespace {

/// Deals an array's words out to a memory for each port, and collects them behind the call.
PortCall pass_to_ports(const Array& array, const std::string& elements) {
  const std::int64_t row_of_port = array.row_at_port() / array.ports, rows = array.elements() / array.shape.back();
  const std::string type = cpp_type(array.type), own = "pom_own_" + array.name, words = "pom_ports_" + array.name,
                    ports = std::to_string(array.ports), lanes = std::to_string(array.lanes_of_port()),
                    row = std::to_string(array.shape.back()), part = "pom_n % " + row + " / " + lanes,
                    bytes = std::to_string(rows * row_of_port) + "u * sizeof(" + type + ")";
  const std::string each = "for (long long pom_n = 0; pom_n < " + std::to_string(array.elements()) + "; ++pom_n) ",
                    place = words + "[" + part + " % " + ports + "][pom_n / " + row + " * " +
                            std::to_string(row_of_port) + " + " + part + " / " + ports + " * " + lanes + " + pom_n % " +
                            row + " % " + lanes + "]";
  PortCall call;
  call.before = type + "* const " + own + " = reinterpret_cast<" + type + "*>(" + elements + ");\n" + type + "* " +
                words + "[" + ports + "];\nfor (" + type + "*& pom_port : " + words + ") pom_port = static_cast<" +
                type + "*>(std::aligned_alloc(64, (" + bytes + " + 63) / 64 * 64));\n" + "for (" + type +
                "* pom_port : " + words + ") std::memset(pom_port, 0, " + bytes + ");\n" + each + place + " = " + own +
                "[pom_n];\n";
  for (std::int64_t n = 0; n < array.ports; ++n)
    call.argument +=
        (n ? ", " : "") + ("reinterpret_cast<" + port_pointer(array) + ">(" + words) + "[" + std::to_string(n) + "])";
  call.behind =
      each + own + "[pom_n] = " + place + ";\nfor (" + type + "* pom_port : " + words + ") std::free(pom_port);\n";
  return call;
}

}  // namespace

PortCall pass_to_port(const Array& array, const std::string& elements) {
  if (array.ports > 1) return pass_to_ports(array, elements);
  const auto as_port = [&](const std::string& pointer) {
    return "reinterpret_cast<" + port_pointer(array) + ">(" + pointer + ")";
  };
  const std::int64_t rows = rows_to_pad(array);
  if (rows == 0) return {"", as_port(elements), ""};
  const std::string type = cpp_type(array.type), port = "pom_port_" + array.name, own = "pom_rows_" + array.name,
                    count = std::to_string(rows), row = std::to_string(array.shape.back()),
                    longer = std::to_string(array.row_at_port()),
                    each = "for (long long pom_r = 0; pom_r < " + count + "; ++pom_r) ",
                    in_port = port + " + pom_r * " + longer, in_own = own + " + pom_r * " + row,
                    bytes = row + " * sizeof(" + type + ")";
  PortCall call;
  call.before = type + "* const " + own + " = reinterpret_cast<" + type + "*>(" + elements + ");\n" + type +
                "* const " + port + " = static_cast<" + type + "*>(std::calloc(" + count + "u * " + longer +
                "u, sizeof(" + type + ")));\n" + each + "std::memcpy(" + in_port + ", " + in_own + ", " + bytes +
                ");\n";
  call.argument = as_port(port);
  call.behind = each + "std::memcpy(" + in_own + ", " + in_port + ", " + bytes + ");\nstd::free(" + port + ");\n";
  return call;
}

std::string scalar_parameters(const Function& program) {
  std::string text;
  for (const int scalar : program.scalar_arguments()) {
    const Scalar& declared = *program.scalars[scalar];
    text += (text.empty() ? "" : ", ") + cpp_type(declared.type) + " " + declared.name;
  }
  return text;
}

}  // namespace pom::dsl
