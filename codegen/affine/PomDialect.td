// The pom dialect: what the affine dialect lacks to describe hardware. Attributes only; on affine.for:
//   pom.name = "i0", pom.label = "s_i0", pom.pipeline = #pom.pipeline<ii = 1>, pom.unroll = #pom.unroll<factor = 4>
// on function arguments:
//   pom.name = "A", pom.unsigned, pom.interface = #pom.interface<ap_memory>, pom.partition = [#pom.partition<dim = 1, cyclic, factor = 4>]
// on functions: pom.top; on affine.store: pom.compute = "s".
#ifndef POM_DIALECT
#define POM_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"

def Pom_Dialect : Dialect {
  let name = "pom";
  let summary = "Hardware decisions on affine loops and function arguments";
  let cppNamespace = "::pom::ir";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
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
    I32EnumAttrCase<"ap_memory", 0>, I32EnumAttrCase<"ap_none", 1>]> {
  let cppNamespace = "::pom::ir";
  let genSpecializedAttr = 0;
}

def Pom_InterfaceAttr : AttrDef<Pom_Dialect, "Interface"> {
  let mnemonic = "interface";
  let summary = "The port's protocol";
  let parameters = (ins EnumParameter<Pom_InterfaceMode>:$mode);
  let assemblyFormat = "`<` $mode `>`";
}

#endif
