#include "codegen/hls/word_text.hpp"

#include "codegen/affine/word_access.hpp"
#include "codegen/hls/access_text.hpp"
#include "codegen/hls/memories.hpp"
#include "codegen/pragmas/pragmas.hpp"
#include "dsl/model/port_words.hpp"
#include "support/words.hpp"

namespace pom::backend {

namespace {

/// "const hls::vector<float, 16> A_word = A[r][w]"; of several ports an array of what each of them hands over.
std::string declare_word(const std::string& type, const std::string& name, const std::vector<std::string>& places,
                         bool is_stored) {
  const std::string count = places.size() > 1 ? "[" + std::to_string(places.size()) + "]" : "";
  if (is_stored) return type + " " + name + count;
  std::string value;
  for (const std::string& place : places) value += (value.empty() ? "" : ", ") + place;
  return "const " + type + " " + name + count + " = " + (places.size() > 1 ? "{" + value + "}" : value);
}

}  // namespace

WordsOfLoop open_words(mlir::affine::AffineForOp loop, const std::string& lane, Names& names, Helpers& helpers,
                       CppNames& declared) {
  WordsOfLoop words;
  for (mlir::Operation& op : *loop.getBody()) {
    const auto word = ir::find_word(op);
    if (!word) continue;
    std::string indices;
    if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op))
      indices = print_subscripts(op, word->word, load.getMapOperands(), names.loops, helpers);
    if (auto store = llvm::dyn_cast<mlir::affine::AffineStoreOp>(op))
      indices = print_subscripts(op, word->word, store.getMapOperands(), names.loops, helpers);
    const std::string array = names.arguments[word->array], name = declared.declare(join_names({array, "word"}));
    const std::int64_t ports = ir::ports_of(word->array), lanes = ir::lanes_of(word->array) / ports;
    const std::string type = word_type(to_cpp(names.types[word->array]), lanes);
    std::vector<std::string> places = dsl::port_names(array, ports);
    for (std::string& place : places) place += indices;
    words.declared.push_back({declare_word(type, name, places, word->stores), ports > 1 ? name : ""});
    for (std::size_t n = 0; word->stores && n < places.size(); ++n)
      words.behind.push_back(places[n] + " = " + name + (ports > 1 ? "[" + std::to_string(n) + "]" : ""));
    names.words[&op] = name + (ports > 1 ? "[" + lane + " / " + std::to_string(lanes) + "][" + lane + " % " +
                                               std::to_string(lanes) + "]"
                                         : "[" + lane + "]");
  }
  return words;
}

std::string dissolved_pragma(const std::string& variable, mlir::MLIRContext& context) {
  return array_partition_pragma(variable, ir::PartitionAttr::get(&context, 1, ir::PartitionKind::complete, 1));
}

std::string word_type(const std::string& element, std::int64_t lanes) {
  return lanes == 1 ? element : "hls::vector<" + element + ", " + std::to_string(lanes) + ">";
}

std::string word_extents(mlir::MemRefType array, std::int64_t lanes) {
  if (lanes == 1) return extents(array);
  std::string text;
  for (unsigned d = 0; d < array.getRank(); ++d)
    text += "[" + std::to_string(array.getDimSize(d) / (d + 1 == array.getRank() ? lanes : 1)) + "]";
  return text;
}

}  // namespace pom::backend
