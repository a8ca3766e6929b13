# What tests of documents share. `complain TEXT` is the caller's.

# The anchor of a heading as code hosts make it.
anchors() { sed -n 's/^#\+ \(.*\)$/\1/p' "$1" | tr 'A-Z' 'a-z' | sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'; }

# links DOCUMENT: those of its text, and its pictures.
links() {
  sed -e '/^```/,/^```/d' -e 's/`[^`]*`//g' "$1" | grep -oE '\]\([^)]*\)|src="[^"]*"' | sed -e 's/^](//' -e 's/)$//' -e 's/^src="//' -e 's/"$//'
}

# check_links DOCUMENT: every relative link leads to a file, and its #anchor to a heading.
check_links() {
  local document=$1 link file target
  while IFS= read -r link; do
    case "$link" in http://* | https://* | mailto:*) continue ;; esac
    file=${link%%#*}
    target=$(dirname "$document")/$file
    [ -n "$file" ] || target=$document
    if [ ! -e "$target" ]; then
      complain "$document: there is no $link"
    elif [[ "$link" == *#* ]] && ! anchors "$target" | grep -qx -- "${link#*#}"; then
      complain "$document: $target has no heading ${link#*#}"
    fi
  done < <(links "$document")
}
