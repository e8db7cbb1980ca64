# What the scripts that use the real binary share. A script sets `area`, the word before its messages, and sources this file.

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || { kill "$server" && wait "$server" || true; } 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

# step NAME COMMAND...: silent unless it fails. A program that hangs is ended after 10 minutes, and its output is shown.
step() {
  local name=$1 began=$SECONDS limit=(timeout --kill-after=10 600)
  shift
  # `timeout` runs programs only, not functions of the shell.
  [ "$(type -t "$1")" != function ] || limit=()
  "${limit[@]}" "$@" >"$work/log" 2>&1 || {
    echo "$area: $name failed after $((SECONDS - began)) s" >&2
    tail -n 80 "$work/log" >&2
    return 1
  }
  local tests
  tests=$(sed -n 's/^Ran \([0-9]* tests\) in .*/, \1/p; s/^# \(pass [0-9]*\)$/, \1/p' "$work/log")
  echo "$area: $name$tests, $((SECONDS - began)) s"
}

# unchecked REASON: what a script cannot check is a failure in CI, and a message by hand. `ci` is set in CI.
unchecked() {
  if [ -n "$ci" ]; then
    echo "$area: $1" >&2
    exit 1
  fi
  echo "$area: NOT CHECKED, $1 (see above)"
  exit 0
}

# Print the absolute path of the binary: TURNSTONE names it, the default is the debug build of the project in $root.
binary() {
  local path=${TURNSTONE:-$root/target/debug/turnstone}
  [ -x "$path" ] || { echo "$area: there is no $path: run cargo build first" >&2; return 1; }
  realpath "$path"
}

# serve BINARY: start a server with its data in $work/data, and set `server` to its process and `address` to its URL.
serve() {
  # The file exists before the loop reads it, however late the server's shell starts.
  : >"$work/said"
  "$1" serve --data "$work/data" --listen 127.0.0.1:0 >"$work/said" 2>"$work/server.log" &
  server=$!
  for _ in $(seq 100); do
    address=$(sed -n 's/^Turnstone serves at //p' "$work/said")
    [ -z "$address" ] || return 0
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  cat "$work/server.log" >&2
  return 1
}

# invite BINARY USES: print an invitation code of that server.
invite() {
  "$1" invite --data "$work/data" --uses "$2" --json | sed -n 's/.*"inviteCode": *"\([^"]*\)".*/\1/p'
}
