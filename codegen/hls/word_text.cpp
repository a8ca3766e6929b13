#include "codegen/hls/word_text.hpp"

#include "codegen/affine/word_access.hpp"
#include "codegen/hls/memories.hpp"
#include "support/words.hpp"

namespace pom::backend {

WordsOfLoop open_words(mlir::affine::AffineForOp loop, const std::string& lane, Names& names, ValuePrinter& values,
                       CppNames& declared) {
  WordsOfLoop words;
  for (mlir::Operation& op : *loop.getBody()) {
    const auto word = ir::find_word(op);
    if (!word) continue;
    const std::string name = declared.declare(join_names({names.arguments[word->array], "word"})),
                      type = word_type(to_cpp(names.types[word->array]), ir::lanes_of(word->array));
    std::string place;
    if (auto load = llvm::dyn_cast<mlir::affine::AffineLoadOp>(op))
      place = values.element(op, word->array, word->word, load.getMapOperands());
    if (auto store = llvm::dyn_cast<mlir::affine::AffineStoreOp>(op))
      place = values.element(op, word->array, word->word, store.getMapOperands());
    words.before.push_back(word->stores ? type + " " + name : "const " + type + " " + name + " = " + place);
    if (word->stores) words.behind.push_back(place + " = " + name);
    names.words[&op] = name + "[" + lane + "]";
  }
  return words;
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
