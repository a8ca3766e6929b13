cmake_minimum_required(VERSION 3.25)
# -DPROGRAM= -DARGUMENTS= (a list) make the design; -DPAGE= is its directory; -DEXPECT= (a list) the sections of its report.
# -DCHROMIUM= -DPROBE= (a script that looks at the page from inside) -DWORK=
if(NOT CHROMIUM)
  message(FATAL_ERROR "skipped: Chromium is not installed")
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} WORKING_DIRECTORY ${WORK} OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE status)
set(page ${WORK}/${PAGE}/report.html)
if(NOT status EQUAL 0 OR NOT EXISTS ${page})
  message(FATAL_ERROR "${PROGRAM} ends with ${status} and leaves no ${page}")
endif()
file(SIZE ${page} size)
if(size GREATER 1000000)
  message(FATAL_ERROR "${page} has ${size} bytes")
endif()

# The page with the probe behind it; what the probe finds stands in an attribute of the body afterwards.
file(READ ${page} text)
file(READ ${PROBE} probe)
string(REPLACE "</body>" "<script>${probe}</script></body>" text "${text}")
file(WRITE ${WORK}/probed.html "${text}")

# look(<page> <width> <scheme> <dom> <console> <requests>): opens the page and returns what became of it.
function(look page width scheme dom console requests)
  set(log ${WORK}/net-${width}-${scheme}.json)
  execute_process(COMMAND ${CHROMIUM} --headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update
    --disable-extensions --no-first-run --user-data-dir=${WORK}/profile "--host-resolver-rules=MAP * ~NOTFOUND" --window-size=${width},900
    --blink-settings=preferredColorScheme=${scheme} --enable-logging=stderr --log-net-log=${log} --virtual-time-budget=2000 --dump-dom
    file://${page}
    OUTPUT_VARIABLE text ERROR_VARIABLE messages TIMEOUT 60)
  string(REGEX MATCH "CONSOLE[^\n]*" said "${messages}")
  # Chromium asks for things of its own; what a page asks for belongs to the page's site.
  file(STRINGS ${log} asked REGEX "SiteForCookies: .site=file:[^\n]*\"url\":\"(http|ws|ftp)")
  set(${dom} "${text}" PARENT_SCOPE)
  set(${console} "${said}" PARENT_SCOPE)
  set(${requests} "${asked}" PARENT_SCOPE)
endfunction()

foreach(width 390 1280)
  foreach(scheme 0 1)  # dark, light
    look(${WORK}/probed.html ${width} ${scheme} dom console requests)
    set(where "at ${width} pixels, scheme ${scheme}")
    if(console)
      message(SEND_ERROR "${where} the console says: ${console}")
    endif()
    if(requests)
      message(SEND_ERROR "${where} the page asks for ${requests}")
    endif()
    if(NOT dom MATCHES "data-probe=\"([^\"]*)\"")
      message(FATAL_ERROR "${where} the page does not come to its end")
    endif()
    if(NOT CMAKE_MATCH_1 STREQUAL "well")
      message(SEND_ERROR "${where}: ${CMAKE_MATCH_1}")
    endif()
  endforeach()
endforeach()

# The same eyes see a request and a bad contrast where there is one.
string(REGEX REPLACE "<meta http-equiv[^>]*>" "" bad "${text}")
string(REPLACE "--quiet: #5a626b" "--quiet: #cccccc" bad "${bad}")
string(REPLACE "<main " "<img alt=\"\" src=\"http://example.invalid/x.png\"><main " bad "${bad}")
file(WRITE ${WORK}/bad.html "${bad}")
look(${WORK}/bad.html 390 1 bad_dom console requests)
if(NOT requests OR NOT bad_dom MATCHES "data-probe=\"[^\"]*contrast")
  message(SEND_ERROR "a page with a request and a pale text passes: this test sees nothing")
endif()
foreach(section ${EXPECT})
  if(NOT dom MATCHES "<section id=\"${section}\"")
    message(SEND_ERROR "the page has no section ${section}")
  endif()
endforeach()
