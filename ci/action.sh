#!/usr/bin/env bash
# The step of action.yml: runs the harness with the inputs, which come as environment variables. Annotations go to the
# output, the summary to the page of the run.
set -u
home=$(cd "$(dirname "$0")/.." && pwd)
place=${RUNNER_TEMP:-$(mktemp -d)}
name=plumbline${SHARD:+-${SHARD//\//-of-}}
report="$place/$name.json"
badge="$place/$name-badge.json"

arguments=(--engine "$ENGINE" --format github --record "$report" --badge "$badge")
[ -n "${LEVEL:-}" ] && arguments+=(--level "$LEVEL")
[ -n "${SHARD:-}" ] && arguments+=(--shard "$SHARD")
[ -n "${GOLDEN:-}" ] && arguments+=(--golden "$GOLDEN")
read -ra items <<<"${ITEMS:-}"
read -ra more <<<"${ARGUMENTS:-}"

if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'report=%s\nbadge=%s\n' "$report" "$badge" >>"$GITHUB_OUTPUT"
fi
deno run -A --quiet "$home/harness/cli.ts" ${items[@]+"${items[@]}"} "${arguments[@]}" ${more[@]+"${more[@]}"}
