#include "dse/kernel/rewrite/signature.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "dse/kernel/rewrite/touched.hpp"

namespace pom::dse {

namespace {

void renumber(std::vector<Node>& body, const std::vector<int>& place) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::assignment) node.assignment.array = place[node.assignment.array];
    for (DependencePromise& promise : node.loop.promises) {
      if (promise.array >= 0) promise.array = place[promise.array];
    }
    for (int& array : node.loop.steady) array = place[array];
    for (std::vector<Node>* inside : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      renumber(*inside, place);
  }
}

}  // namespace

std::vector<int> order_of_use(const Function& function) {
  std::vector<int> order;
  visit_accesses(function, function.body, [&](int array, const std::vector<Index>&) {
    if (std::find(order.begin(), order.end(), array) == order.end()) order.push_back(array);
  });
  return order;
}

Kernel in_order_of_use(Kernel kernel) {
  Function& function = kernel.top_function();
  std::vector<int> order = order_of_use(function);
  for (int n = 0; n < static_cast<int>(function.arrays.size()); ++n) {
    if (std::find(order.begin(), order.end(), n) == order.end()) order.push_back(n);
  }
  std::vector<int> place(order.size());
  std::vector<Array> arrays;
  for (std::size_t n = 0; n < order.size(); ++n) {
    place[order[n]] = static_cast<int>(n);
    arrays.push_back(function.arrays[order[n]]);
  }
  function.arrays = std::move(arrays);
  function.parameters.clear();
  for (Expression& e : function.expressions) {
    if (e.array >= 0) e.array = place[e.array];
  }
  renumber(function.body, place);
  return kernel;
}

namespace {

void collect_names(const std::vector<Node>& body, std::set<std::string>& names) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      names.insert(node.loop.name);
      names.insert(node.loop.label);
    }
    collect_names(node.loop.body, names);
    collect_names(node.branch.then, names);
    collect_names(node.branch.otherwise, names);
  }
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

Signature make_signature(const Kernel& kernel) {
  std::set<std::string> names;
  for (const Function& function : kernel.functions) {
    names.insert(function.name);
    for (const Array& array : function.arrays) names.insert(array.name);
    collect_names(function.body, names);
  }
  Signature signature;
  const std::string text = to_string(kernel);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) {
      signature.text += text[at++];
      continue;
    }
    const std::string word = text.substr(at, end - at);
    at = end;
    if (!names.contains(word)) {
      signature.text += word;
      continue;
    }
    auto known = std::find(signature.names.begin(), signature.names.end(), word);
    if (known == signature.names.end()) known = signature.names.insert(known, word);
    signature.text += "$" + std::to_string(known - signature.names.begin());
  }
  return signature;
}

}  // namespace pom::dse
