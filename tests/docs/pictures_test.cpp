// The pictures in docs/primitives: each is drawn once more by the compiler, and both must show the same loops.
//
//     pictures_test DIRECTORY_OF_PAGES
//
// A picture has what was there on the left of an arrow, and what the primitive makes of it on the right. Compared are
// the loops by name, the statements by name, and which stand in which; and the pragmas that a picture shows.
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <pom/pom.hpp>

using namespace pom;

namespace {

/// "for i" or "s1", and in how many loops it stands.
struct Line {
  std::size_t depth = 0;
  std::string text;
  bool operator==(const Line&) const = default;
};

/// The text of a kernel, of which each statement `s1` writes an array `S1`.
std::string compile(const std::string& name, bool scheduled, const std::function<void(bool)>& declare) {
  init(name);
  declare(scheduled);
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  return codegen(options).hls_cpp;
}

std::string word_at(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
  return text.substr(at, end - at);
}

/// A line of the picture or of a kernel, without its place: empty where it is neither a loop nor a statement.
std::string read_line(std::string text) {
  if (text.starts_with("if (")) text = text.substr(std::min(text.size(), text.find(") ") + 2));
  text.erase(0, text.find_first_not_of(' '));
  if (text.starts_with("for ")) return "for " + word_at(text, 4);
  return word_at(text, 0);
}

/// Lines with their indentation, as loops that stand in each other.
class Skeleton {
 public:
  void add(std::size_t indent, const std::string& text) {
    while (!open_.empty() && open_.back() >= indent) open_.pop_back();
    lines.push_back({open_.size(), text});
    if (text.starts_with("for ")) open_.push_back(indent);
  }
  std::vector<Line> lines;

 private:
  std::vector<std::size_t> open_;
};

Skeleton skeleton_of_kernel(const std::string& kernel) {
  Skeleton found;
  std::size_t begin = 0;
  for (std::size_t end; (end = kernel.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = kernel.substr(begin, end - begin);
    const std::size_t indent = line.find_first_not_of(' ');
    const std::size_t loop = line.find("for (int ");
    if (loop != std::string::npos) {
      found.add(indent, "for " + word_at(line, loop + 9));
    } else if (indent != std::string::npos && indent > 0 && line[indent] == 'S' &&
               line.find("] = ") != std::string::npos) {
      found.add(indent, "s" + word_at(line, indent + 1));
    }
  }
  return found;
}

/// The first block of the page, as rows of characters that count one each.
std::vector<std::u32string> picture_of(const std::string& page) {
  std::ifstream in(page);
  std::vector<std::u32string> rows;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      if (inside) break;
      inside = true;
    } else if (inside) {
      std::u32string row;
      for (std::size_t n = 0; n < line.size(); ++n) {
        const auto byte = static_cast<unsigned char>(line[n]);
        if (byte < 0x80) row += static_cast<char32_t>(byte);
        if (byte >= 0xC0) row += line.compare(n, 3, "→") == 0 ? U'→' : U'?';
      }
      rows.push_back(row);
    }
  }
  return rows;
}

/// One side of the arrow, as text.
std::vector<std::string> side_of(const std::vector<std::u32string>& picture, bool right) {
  std::size_t arrow = 0;
  for (const auto& row : picture) arrow = std::max(arrow, row.find(U'→') == std::u32string::npos ? 0 : row.find(U'→'));
  std::vector<std::string> rows;
  for (const std::u32string& row : picture) {
    std::string text;
    for (std::size_t n = 0; n < row.size(); ++n) {
      if (right == (n > arrow)) text += row[n] == U'→' ? ' ' : static_cast<char>(row[n]);
    }
    rows.push_back(text);
  }
  return rows;
}

Skeleton skeleton_of_side(const std::vector<std::string>& rows) {
  Skeleton shown;
  for (const std::string& row : rows) {
    const std::size_t indent = row.find_first_not_of(' ');
    if (indent == std::string::npos || row[indent] == '#') continue;
    if (const std::string text = read_line(row.substr(indent)); !text.empty()) shown.add(indent, text);
  }
  return shown;
}

std::string to_text(const Skeleton& skeleton) {
  std::string text;
  for (const Line& line : skeleton.lines) text += std::string(2 * line.depth + 4, ' ') + line.text + "\n";
  return text;
}

int failures = 0;

void fail(const std::string& page, const std::string& what) {
  std::printf("docs/primitives/%s.md: %s\n", page.c_str(), what.c_str());
  ++failures;
}

void compare(const std::string& page, const char* when, const Skeleton& shown, const std::string& kernel) {
  const Skeleton made = skeleton_of_kernel(kernel);
  if (shown.lines == made.lines && !shown.lines.empty()) return;
  fail(page, std::string("the picture shows ") + when + "\n" + to_text(shown) + "  and the kernel has\n" +
                 to_text(made) + kernel);
}

/// Both sides of a page's picture of loops. `declare`: the program, and the primitive if its argument says so.
void check_loops(const std::string& pages, const std::string& page, const std::function<void(bool)>& declare) {
  const auto picture = picture_of(pages + "/" + page + ".md");
  compare(page, "before", skeleton_of_side(side_of(picture, false)), compile("drawn_" + page, false, declare));
  compare(page, "behind the arrow", skeleton_of_side(side_of(picture, true)), compile("drawn_" + page, true, declare));
}

/// Every pragma that a page's picture shows is in the kernel, word for word.
void check_pragmas(const std::string& pages, const std::string& page, const std::function<void(bool)>& declare) {
  const std::string kernel = compile("drawn_" + page, true, declare);
  std::size_t count = 0;
  for (const std::string& row : side_of(picture_of(pages + "/" + page + ".md"), true)) {
    const std::size_t at = row.find("#pragma HLS");
    if (at == std::string::npos) continue;
    ++count;
    const std::string pragma = row.substr(at, row.find_last_not_of(" )") + 1 - at);
    if (kernel.find(pragma + "\n") == std::string::npos) fail(page, "no kernel has " + pragma + "\n" + kernel);
  }
  if (count == 0) fail(page, "the picture shows no pragma");
}

constexpr int n = 8;

/// The statements s1, s2 … each in loops of its own along i, of which each reads what the one before wrote.
std::vector<compute> chain(int count, const var& i) {
  std::vector<compute> made;
  placeholder from("A", {n});
  for (int number = 1; number <= count; ++number) {
    const placeholder to("S" + std::to_string(number), {n});
    made.push_back(compute("s" + std::to_string(number), {i}, from(i) + 1, to(i)));
    from = to;
  }
  return made;
}

/// One statement s in loops of these names, outermost first.
compute nest(const std::vector<var>& loops) {
  const std::vector<int> shape(loops.size(), n);
  placeholder A("A", shape), S("S", shape);
  if (loops.size() == 1) return compute("s", loops, A(loops[0]) + 1, S(loops[0]));
  if (loops.size() == 2) return compute("s", loops, A(loops[0], loops[1]) + 1, S(loops[0], loops[1]));
  return compute("s", loops, A(loops[0], loops[1], loops[2]) + 1, S(loops[0], loops[1], loops[2]));
}

void check_orders(const std::string& pages) {
  const var i("i", 0, n), j("j", 0, n), k("k", 0, n);
  check_loops(pages, "interchange", [&](bool scheduled) {
    compute s = nest({i, j});
    if (scheduled) s.interchange(i, j);
  });
  check_loops(pages, "reorder", [&](bool scheduled) {
    compute s = nest({i, j, k});
    if (scheduled) s.reorder({k, i, j});
  });
  check_loops(pages, "reverse", [&](bool scheduled) {
    compute s = nest({i});
    if (scheduled) s.reverse(i);
  });
  check_loops(pages, "skew", [&](bool scheduled) {
    compute s = nest({i, j});
    if (scheduled) s.skew(i, j, 1, 1, var("i2"), var("j2"));
  });
}

void check_strips(const std::string& pages) {
  const var i("i", 0, n), j("j", 0, n);
  check_loops(pages, "split", [&](bool scheduled) {
    compute s = nest({i});
    if (scheduled) s.split(i, 4, var("i0"), var("i1"));
  });
  check_loops(pages, "tile", [&](bool scheduled) {
    compute s = nest({i, j});
    if (scheduled) s.tile(i, j, 4, 2, var("i0"), var("j0"), var("i1"), var("j1"));
  });
  check_loops(pages, "peel", [&](bool scheduled) {
    compute s = nest({i});
    if (scheduled) s.peel(i, 3);
  });
}

void check_several(const std::string& pages) {
  const var i("i", 0, n);
  check_loops(pages, "after", [&](bool scheduled) {
    auto s = chain(2, i);
    if (scheduled) s[1].after(s[0], i);
  });
  check_loops(pages, "fuse", [&](bool scheduled) {
    auto s = chain(3, i);
    s[2].after(s[1], i);
    if (scheduled) s[1].fuse(s[0], i);
  });
  check_loops(pages, "distribute", [&](bool scheduled) {
    auto s = chain(3, i);
    s[1].after(s[0], i);
    s[2].after(s[1], i);
    if (scheduled) s[1].distribute(i);
  });
  check_loops(pages, "shift", [&](bool scheduled) {
    auto s = chain(2, i);
    s[1].after(s[0], i);
    if (scheduled) s[1].shift(i, 1);
  });
}

void check_hardware(const std::string& pages) {
  const var i("i", 0, n), j("j", 0, n), k("k", 0, n);
  check_pragmas(pages, "pipeline", [&](bool) { nest({i, j}).pipeline(i, 1); });
  check_pragmas(pages, "unroll", [&](bool) { nest({i}).unroll(i); });
  check_pragmas(pages, "flatten_off", [&](bool) { nest({i, j, k}).flatten_off(j); });
  check_pragmas(pages, "dependence", [&](bool) {
    placeholder A("A", {2 * n});
    compute s("s", {i}, A(2 * i + 1), A(2 * i));
    s.pipeline(i).dependence(i, A);
  });
  check_pragmas(pages, "interface", [&](bool) {
    placeholder A("A", {64});
    compute s("s", {i}, A(i) + 1, A(i));
    A.interface("m_axi", "gmem0");
  });
  check_pragmas(pages, "bind_storage", [&](bool) {
    placeholder A("A", {64}), S("S", {64});
    const var m("m", 0, 64);
    A.local();
    compute first("first", {m}, S(m) + 1, A(m)), s("s", {m}, A(m) * 2, S(m));
    A.bind_storage("ram_2p", "lutram");
  });
  check_pragmas(pages, "dataflow", [&](bool) {
    placeholder A("A", {n}), B("B", {n}), C("C", {n});
    B.local();
    compute f("f", {i}, A(i) + 1, B(i)), g("g", {i}, B(i) + 1, C(i));
    dataflow();
  });
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::string pages = words[1];
  check_orders(pages);
  check_strips(pages);
  check_several(pages);
  check_hardware(pages);
  if (failures == 0) std::puts("the pictures are right");
  return failures > 0;
}
