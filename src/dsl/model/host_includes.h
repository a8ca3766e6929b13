/* What host programs for boards include beside generated_includes.h: XRT's headers, where there are any, and their
   emulation. The preprocessor takes both; the build asks it which names they take. Never part of the library. */
#include <pom_xrt_emulation.h>
#if __has_include(<xrt/xrt_kernel.h>) && __has_include(<uuid/uuid.h>)
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>
#endif
