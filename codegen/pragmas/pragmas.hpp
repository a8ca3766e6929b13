#pragma once
#include <string>

#include "codegen/affine/pom_dialect.hpp"

/// One function for each pragma, in the file of its name: an attribute of the pom dialect to the text that AMD's guide
/// UG1399 prescribes.
namespace pom::backend {

/// "#pragma HLS pipeline II=1", at the top of the loop's body.
std::string pipeline_pragma(ir::PipelineAttr);
/// "#pragma HLS unroll" or "#pragma HLS unroll factor=4", at the top of the loop's body.
std::string unroll_pragma(ir::UnrollAttr);
/// "#pragma HLS array_partition variable=A type=cyclic factor=4 dim=1", at the top of the function.
std::string array_partition_pragma(const std::string& array, ir::PartitionAttr);
/// "#pragma HLS interface mode=ap_memory port=A", at the top of the function.
std::string interface_pragma(const std::string& port, ir::InterfaceAttr);

}  // namespace pom::backend
