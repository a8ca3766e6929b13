#include "codegen/hls/lasting_array.hpp"

#include "dsl/model/number.hpp"
#include "dsl/print/port_text.hpp"
#include "dsl/print/print_expression.hpp"

namespace pom::backend {

std::string extents_text(const dsl::Array& array) {
  std::string text;
  for (std::int64_t extent : array.shape) text += "[" + std::to_string(extent) + "]";
  return array.shape.empty() ? "[1]" : text;
}

std::int64_t lasting_bytes(const dsl::Function& program) {
  std::int64_t bytes = 0;
  for (const int a : program.used_arrays()) {
    const dsl::Array& array = *program.arrays[a];
    const std::int64_t own = array.elements() * static_cast<std::int64_t>(dsl::storage_bytes(array.type));
    bytes += array.is_argument() ? 2 * own : own;  // what is expected and what the kernel makes of it
  }
  return bytes;
}

bool exceeds_static_memory(const dsl::Function& program) {
  constexpr std::int64_t most_bytes = 1 << 30;
  return lasting_bytes(program) > most_bytes;
}

std::string memory_check(const dsl::Function& program) {
  const std::int64_t gibibytes = (lasting_bytes(program) >> 30) + 1;
  return R"(
static void pom_no_memory() {
  std::cerr << "FAIL: the arrays of this test bench need )" +
         std::to_string(gibibytes) + R"( GiB of memory, which this machine does not have\n";
  std::_Exit(1);
}
static const std::new_handler pom_former_handler = std::set_new_handler(pom_no_memory);

)";
}

std::string lasting_words(const dsl::Array& array, const std::string& name, bool on_heap) {
  const std::string type = dsl::port_type(array), pointer = dsl::port_pointer(array);
  const std::size_t rows = array.shape.size() > 1 ? static_cast<std::size_t>(array.shape.front())
                                                  : static_cast<std::size_t>(array.row_at_port() / array.lanes);
  const std::string inner = pointer.ends_with('*') ? "" : pointer.substr(pointer.find(')') + 1),
                    extents = "[" + std::to_string(rows) + "]" + inner;
  if (!on_heap) return "static " + type + " " + name + extents + ";\n";
  return "static " + type + (inner.empty() ? "* const " + name : " (*const " + name + ")" + inner) + " = new " + type +
         extents + ";\n";
}

std::string lasting_array(const dsl::Array& array, const std::string& name, bool on_heap) {
  const std::string type = dsl::cpp_type(array.type), extents = extents_text(array);
  if (!on_heap || array.shape.empty()) return "static " + type + " " + name + extents + ";\n";
  const std::string inner = extents.substr(extents.find(']') + 1);
  const std::string pointer = inner.empty() ? "* const " + name : " (*const " + name + ")" + inner;
  return "static " + type + pointer + " = new " + type + extents + ";\n";
}

}  // namespace pom::backend
