cmake_minimum_required(VERSION 3.25)
# How heavy a report is for a browser: -DPROGRAM= -DARGUMENTS= (a list) make the design; -DPAGE= is its directory.
# -DCHROMIUM= -DWORK=
# Its size and the number of its elements do not depend on the machine. The time until its load event is the median of five
# fresh browsers, less what an empty page takes in the same way.
set(most_bytes 1000000)
set(most_elements 8000)
set(most_ms 500)
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

# Behind the page, so that nothing of it waits: the load event's end, and how many elements there are.
set(probe "<script>addEventListener('load', function () { setTimeout(function () {
  document.body.dataset.probe = Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd) + ' ' +
    document.querySelectorAll('*').length; }, 0); });</script>")

# measure(<html> <name> <runs> <ms> <elements>): what so many fresh browsers say, the median of them.
function(measure html name runs ms elements)
  file(WRITE ${WORK}/${name}.html "${html}${probe}")
  set(times)
  foreach(run RANGE 1 ${runs})
    execute_process(COMMAND ${CHROMIUM} --headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update
      --disable-extensions --no-first-run --user-data-dir=${WORK}/profile "--host-resolver-rules=MAP * ~NOTFOUND" --window-size=1280,900
      --dump-dom file://${WORK}/${name}.html OUTPUT_VARIABLE dom ERROR_QUIET TIMEOUT 60)
    if(NOT dom MATCHES "data-probe=\"([0-9]+) ([0-9]+)\"")
      message(FATAL_ERROR "${name}.html does not come to its end")
    endif()
    list(APPEND times ${CMAKE_MATCH_1})
    set(${elements} ${CMAKE_MATCH_2} PARENT_SCOPE)
  endforeach()
  list(SORT times COMPARE NATURAL)
  math(EXPR middle "${runs} / 2")
  list(GET times ${middle} median)
  set(${ms} ${median} PARENT_SCOPE)
endfunction()

file(READ ${page} text)
measure("<!doctype html><html><body><p>empty</p></body></html>" empty 5 empty_ms empty_elements)
measure("${text}" page 5 page_ms page_elements)
math(EXPR own_ms "${page_ms} - ${empty_ms}")
message("${size} bytes, ${page_elements} elements, ${own_ms} ms beside the ${empty_ms} ms of an empty page")
if(size GREATER most_bytes)
  message(SEND_ERROR "${page} has ${size} bytes, more than ${most_bytes}")
endif()
if(page_elements GREATER most_elements)
  message(SEND_ERROR "${page} has ${page_elements} elements, more than ${most_elements}")
endif()
if(own_ms GREATER most_ms)
  message(SEND_ERROR "${page} takes ${own_ms} ms, more than ${most_ms}")
endif()
# The same eyes see a heavy page: ten times as many elements as are allowed are counted, and take longer.
string(REPEAT "<i>1</i> " 80000 heavy)
measure("<!doctype html><html><body><p>${heavy}</p></body></html>" heavy 1 heavy_ms heavy_elements)
if(NOT heavy_elements GREATER most_elements OR NOT heavy_ms GREATER empty_ms)
  message(SEND_ERROR "a page of ${heavy_elements} elements takes ${heavy_ms} ms: this test sees nothing")
endif()
