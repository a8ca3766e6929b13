#include "codegen/boards/board_files.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/print/port_text.hpp"
#include "dsl/print/print_expression.hpp"
#include "support/classic_stream.hpp"

#include <algorithm>

namespace pom::backend {

namespace {

/// numpy's word for the type: "float32", "uint8".
std::string numpy_type(const Type& type) {
  return std::string(type.is_float() ? "float" : type.is_signed() ? "int" : "uint") + std::to_string(type.bits);
}

std::string shape_text(const dsl::Array& array) {
  if (array.shape.empty()) return "(1,)";
  std::string text = "(";
  for (const std::int64_t extent : array.shape) text += std::to_string(extent) + ",";
  return text + ")";
}

/// "(1, 64)" of a parameter, "None" of another scalar.
std::string range_text(const dsl::Scalar& scalar) {
  if (!scalar.range) return "None";
  return "(" + std::to_string(scalar.range->low) + ", " + std::to_string(scalar.range->high) + ")";
}

/// What the class knows of the kernel: "ARRAYS" and "SCALARS".
std::string description(const dsl::Function& program) {
  ClassicStream out;
  out << "# Name, type, shape, and whether the kernel writes it.\nARRAYS = [\n";
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    const bool written = std::any_of(program.computes.begin(), program.computes.end(),
                                     [&](const dsl::Compute& compute) { return compute.store.array == array; });
    out << "    (\"" << declared.name << "\", \"" << numpy_type(declared.type) << "\", " << shape_text(declared) << ", "
        << (written ? "True" : "False") << "),\n";
  }
  out << "]\n# Name, type, and the values that a size may have.\nSCALARS = [";
  const char* separator = "";
  for (int scalar : program.scalar_arguments()) {
    const dsl::Scalar& declared = *program.scalars[scalar];
    out << separator << "(\"" << declared.name << "\", \"" << numpy_type(declared.type) << "\", "
        << range_text(declared) << ")";
    separator = ", ";
  }
  out << "]\n# Elements of a row in the kernel's memory, of arrays whose own rows are shorter.\nROWS = {";
  separator = "";
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (dsl::rows_to_pad(declared) == 0) continue;
    out << separator << "\"" << declared.name << "\": " << declared.row_at_port();
    separator = ", ";
  }
  out << "}\n# Of arrays that come through several arguments: which, and the elements of a word at each.\nPORTS = {";
  separator = "";
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.ports == 1) continue;
    out << separator << "\"" << declared.name << "\": ([";
    const char* next = "";
    for (const std::string& port : dsl::port_names(declared.name, declared.ports)) {
      out << next << "\"" << port << "\"";
      next = ", ";
    }
    out << "], " << declared.lanes_of_port() << ")";
    separator = ", ";
  }
  out << "}\n";
  return out.str();
}

const char* const driver_code = R"(

class Kernel:
    """The kernel in an overlay. kernel(A=array, …) takes every argument by its name, runs, and returns the arrays that
    the kernel writes, by name. A wrong shape or type, or a number outside of its range, is a ValueError before anything is
    allocated."""

    def __init__(self, bitstream, unit=NAME + "_1"):
        self.overlay = pynq.Overlay(bitstream)
        self.ip = getattr(self.overlay, unit)
        self.registers = self._find_registers()

    def __call__(self, /, **arguments):
        self._check(arguments)
        buffers = {}
        try:
            for name, kind, shape, _ in ARRAYS:
                rows = arguments[name]
                if name in ROWS or name in PORTS:
                    rows = _rows(name, kind, shape)
                    rows[..., :shape[-1]] = arguments[name]
                for port, part in zip(_ports(name), _parts(name, rows)):
                    buffers[port] = pynq.allocate(shape=part.shape, dtype=part.dtype)
                    buffers[port][...] = part
                    buffers[port].flush()
                    self._set(port, buffers[port].device_address)
            for name, kind, _ in SCALARS:
                bits = np.array([arguments[name]], dtype=np.dtype(kind)).tobytes()
                self._set(name, int.from_bytes(bits, "little"))
            self.ip.write(CONTROL, START)
            while not self.ip.read(CONTROL) & DONE:
                pass
            results = {}
            for name, kind, shape, is_written in ARRAYS:
                if not is_written:
                    continue
                rows = _rows(name, kind, shape)
                for port, part in zip(_ports(name), _parts(name, rows)):
                    buffers[port].invalidate()
                    part[...] = buffers[port]
                results[name] = np.ascontiguousarray(rows[..., :shape[-1]])
            return results
        finally:
            for buffer in buffers.values():
                buffer.freebuffer()

    def _find_registers(self):
        """The names of each argument's registers, lowest bits first. What has 64 bits is in two, name_1 and name_2, and so
        are addresses, unless all have 32. A design with fewer registers cannot have all names of the other kind."""
        for address_bits in 64, 32:
            bits = [(port, address_bits) for name, *_ in ARRAYS for port in _ports(name)]
            bits += [(name, 8 * np.dtype(kind).itemsize) for name, kind, _ in SCALARS]
            registers = {name: [name + "_1", name + "_2"] if size == 64 else [name] for name, size in bits}
            names = [register for those in registers.values() for register in those]
            if len(set(names)) == len(names) and all(hasattr(self.ip.register_map, register) for register in names):
                return registers
        raise ValueError(f"{NAME}: the registers of the design do not tell its arguments apart")

    def _set(self, name, value):
        for place, register in enumerate(self.registers[name]):
            setattr(self.ip.register_map, register, value >> 32 * place & 0xFFFFFFFF)

    @staticmethod
    def _check(arguments):
        known = [array[0] for array in ARRAYS] + [scalar[0] for scalar in SCALARS]
        if sorted(arguments) != sorted(known):
            raise ValueError(f"{NAME} takes {', '.join(known)}, not {', '.join(sorted(arguments))}")
        for name, kind, shape, _ in ARRAYS:
            array = np.asarray(arguments[name])
            if array.shape != shape or array.dtype != np.dtype(kind):
                raise ValueError(f"{NAME}: {name} is {kind} {shape}, not {array.dtype} {array.shape}")
        for name, kind, sizes in SCALARS:
            given, is_real = np.asarray(arguments[name]), np.dtype(kind).kind == "f"
            is_number = given.shape == () and given.dtype.kind in "biuf"
            if not is_number or not is_real and given.dtype.kind == "f" and not given.item().is_integer():
                raise ValueError(f"{NAME}: {name} is {kind}, not {given}")
            if is_real:
                continue
            low, high = sizes or (np.iinfo(kind).min, np.iinfo(kind).max)
            if not low <= given.item() <= high:
                raise ValueError(f"{NAME}: {name} is {given}, the kernel's lies in [{low}, {high}]")


def _ports(name):
    """The kernel's arguments that an array is."""
    return PORTS[name][0] if name in PORTS else [name]


def _parts(name, rows):
    """Views of what lies behind each of them: the words of a row take turns."""
    if name not in PORTS:
        return [rows]
    ports, lanes = PORTS[name]
    words = rows.reshape(rows.shape[:-1] + (-1, len(ports), lanes))
    return [words[..., place, :] for place in range(len(ports))]


def _rows(name, kind, shape):
    """Room for an array whose rows are as long as the kernel's."""
    return np.zeros(shape[:-1] + (ROWS.get(name, shape[-1]),), dtype=np.dtype(kind))


def _read(word, read, text):
    """What a word of the command line gives."""
    try:
        return read(text)
    except (EOFError, OSError, ValueError) as wrong:
        sys.exit(f"{word}={text}: {wrong}")


def main():
    if len(sys.argv) < 2 or any("=" not in word for word in sys.argv[2:]):
        sys.exit(__doc__)
    given = dict(word.split("=", 1) for word in sys.argv[2:])
    arguments = {}
    for name, _, _, _ in ARRAYS:
        if name not in given:
            sys.exit(f"{name}=FILE.npy is missing")
        arguments[name] = _read(name, np.load, given[name])
    for name, kind, _ in SCALARS:
        if name not in given:
            sys.exit(f"{name}=NUMBER is missing")
        arguments[name] = _read(name, float if np.dtype(kind).kind == "f" else int, given[name])
    try:
        results = Kernel(sys.argv[1])(**arguments)
    except ValueError as wrong:
        sys.exit(str(wrong))
    for name, array in results.items():
        np.save(f"{NAME}_{name}.npy", array)


if __name__ == "__main__":
    main()
)";

}  // namespace

std::string emit_pynq_driver(const dsl::Function& program, const BoardDesign& design) {
  ClassicStream out;
  out << "\"\"\"Generated by libpom: runs " << program.name << " on " << design.title << " with PYNQ.\n\n"
      << "usage: python3 " << program.name << "_pynq.py BITSTREAM NAME=FILE.npy … NAME=NUMBER …\n\n"
      << "Arrays are .npy files; what the kernel writes goes to " << program.name << "_<array>.npy.\n\"\"\"\n"
      << "import sys\n\nimport numpy as np\nimport pynq\n\nNAME = \"" << program.name << "\"\n"
      << description(program)
      << "# The control register of an AXI-Lite port that the vendor's tool makes, and its bits (UG1399).\n"
      << "CONTROL, START, DONE = 0, 1, 2\n"
      << driver_code;
  return out.str();
}

}  // namespace pom::backend
