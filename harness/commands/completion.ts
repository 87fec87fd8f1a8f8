/** Shell completion for `deno task conform`. */

/** The supported shells. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** Writes the script for a shell; `words` may occur anywhere after the command. */
export function completionScript(shell: typeof SHELLS[number], words: readonly string[]): string {
  const list = words.join(" ");
  if (shell === "fish") {
    return `complete -c deno -n '__fish_seen_subcommand_from task; and __fish_seen_subcommand_from conform' -a '${list}'\n`;
  }
  const lead = shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
  return `${lead}_plumbline_conform() {
  if [ "\${COMP_WORDS[1]}" = task ] && [ "\${COMP_WORDS[2]}" = conform ]; then
    COMPREPLY=($(compgen -W "${list}" -- "\${COMP_WORDS[COMP_CWORD]}"))
  elif type _deno >/dev/null 2>&1; then
    _deno "$@"
  fi
}
complete -o default -o bashdefault -F _plumbline_conform deno
`;
}
