#include "codegen/hls/testbench_arguments.hpp"

#include <algorithm>

#include "codegen/hls/lasting_array.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/print/port_text.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/print/stream_call.hpp"

namespace pom::backend {

std::string argument_list(const dsl::Function& program, const char* prefix, Callee callee) {
  std::string text;
  for (int scalar : program.scalar_arguments()) text += (text.empty() ? "" : ", ") + program.scalars[scalar]->name;
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.returned && callee == Callee::kernel) continue;
    const bool own = callee == Callee::kernel, words = own && declared.lanes > 1;
    const bool stream = own && dsl::is_stream_port(program, array);
    for (const std::string& name : dsl::port_names(declared.name, own ? declared.ports : 1))
      text += std::string(text.empty() ? "" : ", ") +
              (stream ? dsl::stream_variable(name) : (words ? "pom_words_" : prefix) + name);
  }
  return text;
}

std::string flat(const dsl::Array& array, const std::string& name) {
  std::string text = "&" + name;
  for (std::size_t d = 0; d < std::max<std::size_t>(array.shape.size(), 1); ++d) text += "[0]";
  return text;
}

std::string counted_argument_list(const dsl::Function& program, const char* prefix) {
  std::string text;
  for (int scalar : program.scalar_arguments()) text += (text.empty() ? "" : ", ") + program.scalars[scalar]->name;
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    text += std::string(text.empty() ? "" : ", ") + flat(declared, prefix + declared.name) + ", " +
            std::to_string(declared.elements());
  }
  return text;
}

std::string parameter_list(const dsl::Function& program) {
  std::string text = dsl::scalar_parameters(program);
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    text += (text.empty() ? "" : ", ") + dsl::cpp_type(declared.type) + " " + declared.name + extents_text(declared);
  }
  return text;
}

}  // namespace pom::backend
