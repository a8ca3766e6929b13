#pragma once
// What the reference kernels share. One header per kernel, in namespace polybench::reference:
//
//     inline void gemm(Dataset dataset, Arguments& a);           the loop nest on plain arrays
//     inline void prepare_gemm(Dataset dataset, Arguments& a);   optional: turns pseudo-random contents (in [0.5, 1.5))
//     into
//                                                                data for which no result is NaN or infinite
#include <map>
#include <stdexcept>
#include <string>
#include <typeindex>

#include "../../../dsl-examples/polybench/kernel.hpp"

namespace polybench::reference {

/// A kernel's arrays by name, row-major. Does not own them.
class Arguments {
 public:
  template <class T>
  void bind(const std::string& name, T* elements) {
    arrays_.insert_or_assign(name, Array{elements, typeid(T)});
  }

  /// `double* A = a.array("A")`, `int* t = a.array<int>("t")`. Throws std::logic_error for an unknown array or another
  /// element type.
  template <class T = double>
  T* array(const char* name) const {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) throw std::logic_error(std::string("the kernel has no array ") + name);
    if (found->second.type != std::type_index(typeid(T))) {
      throw std::logic_error(std::string("the elements of array ") + name + " are of another type");
    }
    return static_cast<T*>(found->second.elements);
  }

 private:
  struct Array {
    void* elements;
    std::type_index type;
  };

  std::map<std::string, Array> arrays_;
};

}  // namespace polybench::reference
