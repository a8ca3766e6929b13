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
/// "#pragma HLS loop_flatten off", at the top of the loop's body.
std::string flatten_off_pragma();
/// "#pragma HLS loop_tripcount min=1 max=64", at the top of the loop's body: changes nothing but reports.
std::string trip_count_pragma(std::int64_t least, std::int64_t most);
/// "#pragma HLS array_partition variable=A type=cyclic factor=4 dim=1", behind the array's declaration.
std::string array_partition_pragma(const std::string& array, ir::PartitionAttr);
/// "#pragma HLS array_reshape variable=A type=cyclic factor=4 dim=1", behind the array's declaration.
std::string array_reshape_pragma(const std::string& array, ir::PartitionAttr);
/// "#pragma HLS bind_op variable=t0 op=fmul impl=maxdsp latency=4", behind the variable's declaration.
std::string bind_op_pragma(const std::string& variable, ir::BindOpAttr);
/// "#pragma HLS bind_storage variable=A type=ram_2p impl=bram", behind a local array's declaration.
std::string bind_storage_pragma(const std::string& array, ir::StorageAttr);
/// "#pragma HLS dependence variable=A type=inter dependent=false", at the top of the loop's body.
std::string dependence_pragma(const std::string& array, ir::DependenceAttr);
/// "#pragma HLS stream variable=x depth=16", behind the declaration of several FIFOs side by side.
std::string stream_pragma(const std::string& name, ir::StreamAttr);
/// "#pragma HLS inline off", at the top of the function.
std::string inline_off_pragma();
/// "#pragma HLS allocation function instances=layer limit=1", at the top of the function that calls it.
std::string allocation_pragma(const std::string& function);
/// "#pragma HLS dataflow", at the top of the function.
std::string dataflow_pragma();
/// "#pragma HLS interface mode=ap_memory port=A", at the top of the function. `storage` (may be null) says what memory
/// stands behind the port; `elements` of an array are the depth that co-simulation of a master port wants.
std::string interface_pragma(const std::string& port, ir::InterfaceAttr, ir::StorageAttr storage,
                             std::int64_t elements);

}  // namespace pom::backend
