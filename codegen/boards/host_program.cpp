#include "codegen/boards/host_program.hpp"

#include <algorithm>

#include "dsl/model/number.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/print/port_text.hpp"
#include "dsl/print/print_expression.hpp"
#include "support/classic_stream.hpp"
#include "support/words.hpp"

namespace pom::backend {

namespace {

bool has_layout_of_host(const Type& type) {
  return type.is_float() ? type.kind == TypeKind::floating && type.bits >= 32 : !dsl::is_number(type);
}

bool is_written(const dsl::Function& program, int array) {
  return std::any_of(program.computes.begin(), program.computes.end(),
                     [&](const dsl::Compute& compute) { return compute.store.array == array; });
}

/// The parameters of the call: scalars, and each array as a pointer and its number of elements.
std::string call_parameters(const dsl::Function& program) {
  std::string text = dsl::scalar_parameters(program);
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    text += std::string(text.empty() ? "" : ", ") + (is_written(program, array) ? "" : "const ") +
            dsl::cpp_type(declared.type) + "* " + declared.name + ", std::size_t pom_count_" + declared.name;
  }
  return text;
}

/// The arguments of the kernel that an array is.
std::vector<std::string> ports_of(const dsl::Array& array) { return dsl::port_names(array.name, array.ports); }

bool has_several_ports(const dsl::Function& program) {
  return std::any_of(program.arrays.begin(), program.arrays.end(), [](const auto& array) { return array->ports > 1; });
}

/// The arguments of the kernel: scalars, then buffers.
std::string kernel_arguments(const dsl::Function& program) {
  std::string text;
  for (int scalar : program.scalar_arguments()) text += (text.empty() ? "" : ", ") + program.scalars[scalar]->name;
  for (int array : program.array_arguments()) {
    for (const std::string& port : ports_of(*program.arrays[array]))
      text += std::string(text.empty() ? "" : ", ") + "pom_buffer_" + port;
  }
  return text;
}

std::string names_of(const dsl::Function& program, bool written) {
  std::string text;
  for (int array : program.array_arguments()) {
    if (is_written(program, array) == written) text += (text.empty() ? "" : ", ") + program.arrays[array]->name;
  }
  return text;
}

/// At each of the array's ports.
std::int64_t elements_at_port(const dsl::Array& array) {
  return array.shape.empty() ? 1 : array.elements() / array.shape.back() * array.row_at_port() / array.ports;
}

/// "pom_deal(A, 400, 20, pom_buffer_A_0, 16, 0, 2)": the part of the array's elements that one of its ports brings.
std::string dealt(const dsl::Array& array, std::size_t port, const std::string& function) {
  return function + "(" + array.name + ", " + std::to_string(array.elements()) + ", " +
         std::to_string(array.shape.back()) + ", pom_buffer_" + ports_of(array)[port] + ", " +
         std::to_string(array.lanes_of_port()) + ", " + std::to_string(port) + ", " + std::to_string(array.ports) + ")";
}

/// "pom_buffer_A.write(A)": the array's elements to or from its buffer, whose rows may be longer.
std::string copied(const dsl::Array& array, const std::string& verb, std::size_t port) {
  if (array.ports > 1) return dealt(array, port, verb == "write" ? "pom_deal" : "pom_collect");
  const std::string call = "pom_buffer_" + array.name + "." + verb + "(" + array.name;
  const std::int64_t rows = dsl::rows_to_pad(array);
  if (rows == 0) return call + ")";
  const std::string row = std::to_string(array.shape.back()), size = " * sizeof(*" + array.name + ")";
  return "for (std::size_t pom_row = 0; pom_row < " + std::to_string(rows) + "; ++pom_row)\n      " + call +
         " + pom_row * " + row + ", " + row + size + ", pom_row * " + std::to_string(array.row_at_port()) + size + ")";
}

/// What a call refuses before it allocates anything. Parameters come first: a kernel with a size outside of its range
/// leaves its arrays, however long they are.
std::string checks_of_call(const dsl::Function& program) {
  ClassicStream out;
  for (const int parameter : program.parameters()) {
    const dsl::Scalar& declared = *program.scalars[parameter];
    out << "    pom_check_range(\"" << declared.name << "\", " << declared.name << ", " << declared.range->low << ", "
        << declared.range->high << ");\n";
  }
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    out << "    pom_check(\"" << declared.name << "\", pom_count_" << declared.name << ", " << declared.elements()
        << ");\n";
  }
  return out.str();
}

constexpr const char* deal_functions =
    R"(  // Words of a row take turns at several ports: word w lies at port w % ports, and is word w / ports of the row there.
  template <class Copy>
  static void pom_each_word(std::size_t count, std::size_t row, std::size_t lanes, std::size_t port, std::size_t ports,
                            const Copy& copy) {
    const std::size_t row_words = (row + lanes * ports - 1) / (lanes * ports);
    for (std::size_t r = 0; r < count / row; ++r) {
      for (std::size_t w = 0; w < row_words; ++w) {
        const std::size_t first = (w * ports + port) * lanes;
        if (first < row) copy(r * row + first, (r * row_words + w) * lanes, row - first < lanes ? row - first : lanes);
      }
    }
  }
  template <class T>
  static void pom_deal(const T* own, std::size_t count, std::size_t row, xrt::bo& buffer, std::size_t lanes,
                       std::size_t port, std::size_t ports) {
    T* const at_port = buffer.map<T*>();
    pom_each_word(count, row, lanes, port, ports, [&](std::size_t from, std::size_t to, std::size_t some) {
      std::memcpy(at_port + to, own + from, some * sizeof(T));
    });
  }
  template <class T>
  static void pom_collect(T* own, std::size_t count, std::size_t row, xrt::bo& buffer, std::size_t lanes,
                          std::size_t port, std::size_t ports) {
    const T* const at_port = buffer.map<T*>();
    pom_each_word(count, row, lanes, port, ports, [&](std::size_t to, std::size_t from, std::size_t some) {
      std::memcpy(own + to, at_port + from, some * sizeof(T));
    });
  }
)";

/// The functions that the checks of a call are calls of.
std::string check_functions(const dsl::Function& program) {
  const std::string& name = program.name;
  std::string text =
      "  static void pom_check(const char* array, std::size_t given, std::size_t needed) {\n"
      "    if (given == needed) return;\n"
      "    throw std::invalid_argument(std::string(\"" +
      name +
      ": \") + array + \" has \" + std::to_string(given) +\n"
      "                                \" elements, the kernel's has \" + std::to_string(needed));\n  }\n";
  if (has_several_ports(program)) text += deal_functions;
  if (program.parameters().empty()) return text;
  return text +
         "  static void pom_check_range(const char* parameter, std::int64_t given, std::int64_t low, std::int64_t "
         "high) "
         "{\n"
         "    if (low <= given && given <= high) return;\n"
         "    throw std::invalid_argument(std::string(\"" +
         name +
         ": \") + parameter + \" is \" + std::to_string(given) + \", the kernel's lies in [\" +\n"
         "                                std::to_string(low) + \", \" + std::to_string(high) + \"]\");\n  }\n";
}

/// Names of XRT are qualified, because an argument of the call may have any of them.
std::string call_body(const dsl::Function& program) {
  ClassicStream out;
  out << checks_of_call(program);
  int number = static_cast<int>(program.scalar_arguments().size());
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    for (std::size_t port = 0; port < ports_of(declared).size(); ++port) {
      const std::string buffer = "pom_buffer_" + ports_of(declared)[port];
      out << "    xrt::bo " << buffer << "(pom_device, " << elements_at_port(declared) << " * sizeof(*" << declared.name
          << "), pom_kernel.group_id(" << number++ << "));\n"
          << "    " << copied(declared, "write", port) << ";\n    " << buffer << ".sync(::XCL_BO_SYNC_BO_TO_DEVICE);\n";
    }
  }
  out << "    xrt::run pom_run = pom_kernel(" << kernel_arguments(program) << ");\n"
      << "    if (pom_run.wait() != ::ERT_CMD_STATE_COMPLETED) throw std::runtime_error(\"" << program.name
      << ": the run did not complete\");\n";
  for (int array : program.array_arguments()) {
    if (!is_written(program, array)) continue;
    const dsl::Array& declared = *program.arrays[array];
    for (std::size_t port = 0; port < ports_of(declared).size(); ++port)
      out << "    pom_buffer_" << ports_of(declared)[port] << ".sync(::XCL_BO_SYNC_BO_FROM_DEVICE);\n    "
          << copied(declared, "read", port) << ";\n";
  }
  return out.str();
}

/// The argument as a pointer of the type that the kernel's parameter decays to.
std::string unpacked(const dsl::Array& array, int number) {
  return "reinterpret_cast<" + dsl::port_pointer(array) + ">(pom_arguments[" + std::to_string(number) + "])";
}

/// The banks that the design uses, in the order of its buffers.
std::vector<const BoardBuffer*> banks_of(const BoardDesign& design) {
  std::vector<const BoardBuffer*> banks;
  for (const BoardBuffer& buffer : design.buffers) {
    if (std::none_of(banks.begin(), banks.end(), [&](const BoardBuffer* known) { return known->bank == buffer.bank; }))
      banks.push_back(&buffer);
  }
  return banks;
}

}  // namespace

std::string host_obstacle(const dsl::Function& program) {
  const auto refuse = [](const std::string& name, const Type& type) {
    return "\"" + name + "\" is of " + to_string(type) + ", which a host's C++ does not lay out as the kernel does";
  };
  for (int scalar : program.scalar_arguments()) {
    const dsl::Scalar& declared = *program.scalars[scalar];
    if (!has_layout_of_host(declared.type)) return refuse(declared.name, declared.type);
  }
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.returned) return "\"" + declared.name + "\" is returned, and a host gets nothing but memory back";
    if (!has_layout_of_host(declared.type)) return refuse(declared.name, declared.type);
  }
  return "";
}

std::string emit_board_header(const dsl::Function& program, const BoardDesign& design) {
  const std::string &name = program.name, board = join_names({name, "board"}),
                    guard = join_names({"POM", name, "BOARD_H"});
  const std::string read = names_of(program, false), written = names_of(program, true);
  ClassicStream out;
  out << "// Generated by libpom: calls the kernel \"" << name << "\" on a board (" << design.title
      << ") through XRT.\n"
      << "#ifndef " << guard << "\n#define " << guard << "\n\n"
      << "#include <cstddef>\n#include <cstdint>\n"
      << (has_several_ports(program) ? "#include <cstring>\n" : "") << "#include <stdexcept>\n#include <string>\n\n"
      << "#ifdef POM_EMULATION\n#include \"pom_xrt_emulation.h\"\n#else\n"
      << "#include <xrt/xrt_bo.h>\n#include <xrt/xrt_device.h>\n#include <xrt/xrt_kernel.h>\n#endif\n\n"
      << "/// The kernel on a device. Arrays are given with their numbers of elements, row-major; with other numbers "
         "than the\n"
      << "/// kernel's, or a parameter outside of its range, a call throws std::invalid_argument before anything is "
         "allocated.\n"
      << "class " << board << " {\n public:\n  " << board << "(const xrt::device& device, const xrt::uuid& binary)\n"
      << "      : pom_device(device), pom_kernel(device, binary, \"" << name << "\") {}\n\n  /// "
      << (read.empty() ? "" : "Reads " + read + "; ")
      << (written.empty() ? "writes nothing" : "reads and writes " + written) << ".\n  void operator()("
      << call_parameters(program) << ") {\n"
      << call_body(program) << "  }\n\n private:\n"
      << check_functions(program) << "\n"
      << "  xrt::device pom_device;\n  xrt::kernel pom_kernel;\n};\n\n#endif\n";
  return out.str();
}

std::string emit_host_program(const dsl::Function& program, double tolerance, const TestInputs& inputs) {
  const std::string &name = program.name, board = join_names({name, "board"});
  KernelUse use;
  use.title = "Generated by libpom: runs the kernel on a board and compares it with the program as written.";
  use.includes = "//   " + name + "_host [" + name + ".xclbin [number of the device]]\n#include \"" + name +
                 "_board.h\"\n\n#include <exception>\n#include <string>\n";
  use.callee = "pom_board";
  use.with_counts = true;
  use.parameter = ", " + board + "& pom_board";
  use.main_begin =
      "int main(int argc, char** argv) try {\n  const std::string pom_binary = argc > 1 ? argv[1] : \"" + name +
      ".xclbin\";\n  xrt::device pom_device(static_cast<unsigned int>(argc > 2 ? std::stoul(argv[2]) : 0));\n  " +
      board + " pom_board(pom_device, pom_device.load_xclbin(pom_binary));\n";
  use.argument = ", pom_board";
  use.main_end =
      "  std::cout << (pom_passed ? \"PASS\" : \"FAIL\") << \"\\n\";\n  return pom_passed ? 0 : 1;\n"
      "} catch (const std::exception& pom_stopped) {\n"
      "  std::cout << \"FAIL: \" << pom_stopped.what() << \"\\n\";\n  return 1;\n}\n";
  return emit_checking_program(program, tolerance, inputs, use);
}

std::string emit_emulated_binary(const dsl::Function& program, const BoardDesign& design) {
  const std::vector<const BoardBuffer*> banks = banks_of(design);
  ClassicStream out;
  out << "// Generated by libpom: stands for the device's binary where XRT is emulated.\n#include \"" << program.name
      << ".h\"\n#include \"pom_xrt_emulation.h\"\n\nstatic void pom_call(void** pom_arguments) {\n  " << program.name
      << "(";
  int number = 0;
  const char* separator = "";
  for (int scalar : program.scalar_arguments()) {
    out << separator << "*reinterpret_cast<" << dsl::cpp_type(program.scalars[scalar]->type) << "*>(pom_arguments["
        << number++ << "])";
    separator = ", ";
  }
  for (int array : program.array_arguments()) {
    for (std::int64_t port = 0; port < program.arrays[array]->ports; ++port) {
      out << separator << unpacked(*program.arrays[array], number++);
      separator = ", ";
    }
  }
  out << ");\n}\n\nstatic const pom_emulation::Binary pom_binary(\n    {";
  separator = "";
  for (const BoardBuffer* bank : banks) {
    out << separator << "{\"" << bank->bank << "\", " << bank->bank_bytes << "u}";
    separator = ", ";
  }
  out << "},\n    {\"" << program.name << "\",\n     {";
  separator = "";
  for (int scalar : program.scalar_arguments()) {
    const dsl::Scalar& declared = *program.scalars[scalar];
    out << separator << "{\"" << declared.name << "\", sizeof(" << dsl::cpp_type(declared.type) << "), -1}";
    separator = ",\n      ";
  }
  auto buffer = design.buffers.begin();
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    for (const std::string& port : ports_of(declared)) {
      const auto bank = std::find_if(banks.begin(), banks.end(),
                                     [&](const BoardBuffer* known) { return known->bank == buffer->bank; });
      out << separator << "{\"" << port << "\", " << elements_at_port(declared) << " * sizeof("
          << dsl::cpp_type(declared.type) << "), " << bank - banks.begin() << "}";
      separator = ",\n      ";
      ++buffer;
    }
  }
  out << "},\n     pom_call});\n";
  return out.str();
}

}  // namespace pom::backend
