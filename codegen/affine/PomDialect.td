// The pom dialect: what the affine dialect lacks to describe hardware. Attributes only; on affine.for:
//   pom.name = "i0", pom.label = "s_i0", pom.pipeline = #pom.pipeline<ii = 1>, pom.unroll = #pom.unroll<factor = 4>,
//   pom.flatten_off, pom.dependence = [#pom.dependence<"A", none>], pom.dataflow: the body has local arrays and calls
// on function arguments, on memref.alloc, which is a local array, and on memref.get_global, which is a table:
//   pom.name = "A", pom.unsigned, pom.interface = #pom.interface<ap_memory>, pom.partition = [#pom.partition<dim = 1,
//   cyclic, factor = 4>], pom.reshape likewise, pom.storage = #pom.storage<"ram_2p", "bram">, pom.stream =
//   #pom.stream<depth = 16>
// on array arguments: pom.lanes = 16 : i64, words that all accesses take as a whole
// on arguments that are sizes: pom.range, pom.size; on functions: pom.top, pom.inline_off, pom.dataflow, pom.reorder_sums, pom.interface; on affine.store: pom.compute = "s"; on arithmetic:
//   pom.bind_op = #pom.bind_op<"fmul", "maxdsp">.
#ifndef POM_DIALECT
#define POM_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Pom_Dialect : Dialect {
  let name = "pom";
  let summary = "Hardware decisions on affine loops and function arguments";
  let cppNamespace = "::pom::ir";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let usePropertiesForAttributes = 0;
}

class Pom_Attr<string class_name, string attribute_name> : AttrDef<Pom_Dialect, class_name> {
  let mnemonic = attribute_name;
  let genVerifyDecl = 1;
}

def Pom_PipelineAttr : Pom_Attr<"Pipeline", "pipeline"> {
  let summary = "Start an iteration of the loop every `interval` cycles";
  let parameters = (ins "int64_t":$interval);
  let assemblyFormat = "`<` `ii` `=` $interval `>`";
}

def Pom_UnrollAttr : Pom_Attr<"Unroll", "unroll"> {
  let summary = "Replicate the loop's body `factor` times, or completely";
  let parameters = (ins OptionalParameter<"int64_t">:$factor);
  let assemblyFormat = "`<` (`factor` `=` $factor^):(`full`)? `>`";
}

def Pom_PartitionKind : I32EnumAttr<"PartitionKind", "How a dimension is cut into banks", [
    I32EnumAttrCase<"cyclic", 0>, I32EnumAttrCase<"block", 1>, I32EnumAttrCase<"complete", 2>]> {
  let cppNamespace = "::pom::ir";
  let genSpecializedAttr = 0;
}

def Pom_PartitionAttr : Pom_Attr<"Partition", "partition"> {
  let summary = "Cut dimension `dimension` (counted from 1) of an array into `factor` banks";
  let parameters = (ins "int64_t":$dimension, EnumParameter<Pom_PartitionKind>:$kind, "int64_t":$factor);
  let assemblyFormat = "`<` `dim` `=` $dimension `,` $kind `,` `factor` `=` $factor `>`";
}

def Pom_InterfaceMode : I32EnumAttr<"InterfaceMode", "The protocol of a port", [
    I32EnumAttrCase<"ap_memory", 0>, I32EnumAttrCase<"ap_none", 1>, I32EnumAttrCase<"bram", 2>,
    I32EnumAttrCase<"m_axi", 3>, I32EnumAttrCase<"ap_stable", 4>, I32EnumAttrCase<"ap_vld", 5>,
    I32EnumAttrCase<"s_axilite", 6>, I32EnumAttrCase<"ap_ctrl_hs", 7>, I32EnumAttrCase<"ap_ctrl_chain", 8>,
    I32EnumAttrCase<"ap_ctrl_none", 9>, I32EnumAttrCase<"axis", 10>, I32EnumAttrCase<"ap_fifo", 11>]> {
  let cppNamespace = "::pom::ir";
  let genSpecializedAttr = 0;
}

def Pom_InterfaceAttr : Pom_Attr<"Interface", "interface"> {
  let summary = "The port's protocol; AXI ports may share a bundle";
  let parameters = (ins EnumParameter<Pom_InterfaceMode>:$mode, OptionalParameter<"::mlir::StringAttr">:$bundle);
  let assemblyFormat = "`<` $mode (`,` `bundle` `=` $bundle^)? `>`";
}

def Pom_StorageAttr : Pom_Attr<"Storage", "storage"> {
  let summary = "The memory that an array is built from, in the vendor's words; a latency of -1 is the tool's choice";
  let parameters = (ins "::mlir::StringAttr":$memory, "::mlir::StringAttr":$resource,
                    DefaultValuedParameter<"int64_t", "-1">:$latency);
  let assemblyFormat = "`<` $memory `,` $resource (`,` `latency` `=` $latency^)? `>`";
}

def Pom_StreamAttr : Pom_Attr<"Stream", "stream"> {
  let summary = "The local array is a FIFO of `depth` elements, or `lanes` of them, one for each remainder of the indices";
  let parameters = (ins "int64_t":$depth, OptionalArrayRefParameter<"int64_t">:$lanes);
  let assemblyFormat = "`<` `depth` `=` $depth (`,` `lanes` `=` `[` $lanes^ `]`)? `>`";
}

def Pom_BindOpAttr : Pom_Attr<"BindOp", "bind_op"> {
  let summary = "What the operation is built from, in the vendor's words";
  let parameters = (ins "::mlir::StringAttr":$operation, "::mlir::StringAttr":$resource,
                    DefaultValuedParameter<"int64_t", "-1">:$latency);
  let assemblyFormat = "`<` $operation `,` $resource (`,` `latency` `=` $latency^)? `>`";
}

def Pom_CarriedKind : I32EnumAttr<"CarriedKind", "What iterations have in common through an array", [
    I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"no_flow", 1>, I32EnumAttrCase<"distance", 2>]> {
  let cppNamespace = "::pom::ir";
  let genSpecializedAttr = 0;
}

def Pom_DependenceAttr : Pom_Attr<"Dependence", "dependence"> {
  let summary = "What is proved about the array of this name between iterations of the loop";
  let parameters = (ins "::mlir::StringAttr":$array, EnumParameter<Pom_CarriedKind>:$kind,
                    OptionalParameter<"int64_t">:$distance);
  let assemblyFormat = "`<` $array `,` $kind (`=` $distance^)? `>`";
}

def Pom_FormatKind : I32EnumAttr<"FormatKind", "What the bits of a value mean", [
    I32EnumAttrCase<"sint", 0>, I32EnumAttrCase<"uint", 1>, I32EnumAttrCase<"ieee", 2>, I32EnumAttrCase<"brain", 3>,
    I32EnumAttrCase<"fixed", 4>, I32EnumAttrCase<"ufixed", 5>]> {
  let cppNamespace = "::pom::ir";
  let genSpecializedAttr = 0;
}

def Pom_FormatAttr : Pom_Attr<"Format", "format"> {
  let summary = "The number that a value of `bits` bits stands for: modes by the names of pom::Quantization and Overflow";
  let parameters = (ins EnumParameter<Pom_FormatKind>:$kind, "int64_t":$bits, OptionalParameter<"int64_t">:$integer,
                    OptionalParameter<"::mlir::StringAttr">:$quantization, OptionalParameter<"::mlir::StringAttr">:$overflow);
  let assemblyFormat = [{`<` $kind `,` $bits (`,` `integer` `=` $integer^)? (`,` `quantization` `=` $quantization^)?
                         (`,` `overflow` `=` $overflow^)? `>`}];
}

// In the generic form only, so that tools without the dialect can read it.
def Pom_NumberOp : Op<Pom_Dialect, "number", [Pure]> {
  let summary = "Arithmetic, comparison, conversion or constant of integers of any width and fixed-point numbers";
  let description = [{
    `kind` is one of add, sub, mul, div, mod, neg, abs, lt, le, gt, ge, eq, ne, bit_and, bit_or, bit_xor, bit_not, shl, shr, cast, constant. `formats` are those of the
    operands, then of the result. Results are exact, as the vendor's ap_int and ap_fixed have them; cast quantizes and
    handles overflow as the result's format says. A comparison gives i1; its operands have one format.
  }];
  let arguments = (ins Variadic<AnyType>:$operands, StrAttr:$kind, ArrayAttr:$formats, OptionalAttr<I64Attr>:$value);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

// In the generic form only, as above.
def Pom_InsideOp : Op<Pom_Dialect, "inside", [Pure]> {
  let summary = "The index of an element that is of use only where the index lies inside the array";
  let description = [{
    The result is `index` in [0, extent), elsewhere the nearest number in there: the element that lies at it is one that
    a `select` around does not take. It stands in arms of `choices` of them. Where C++ has all of these around the
    element, it does not read the element elsewhere, and the index is printed as it is.
  }];
  let arguments = (ins Index:$index, I64Attr:$extent, I64Attr:$choices);
  let results = (outs Index:$result);
  let hasVerifier = 1;
}

#endif
