/** The completion script of each shell; each asks `forecourt completion values` for the candidates. */

const BASH = `# forecourt completion for bash: source <(forecourt completion bash)
_forecourt() {
  local line current words=() value
  read -ra words <<< "\${COMP_LINE:0:COMP_POINT}"
  # Behind a blank a new word begins.
  [[ "\${COMP_LINE:COMP_POINT-1:1}" == ' ' ]] && words+=('')
  current="\${words[-1]}"
  COMPREPLY=()
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    case "$value" in
      :files) compopt -o default; return ;;
      :folders) compopt -o dirnames; return ;;
    esac
    value="$(printf '%q' "$value")"
    # Bash splits words at a colon, so the text before it is already typed.
    [[ "$current" == *:* ]] && value="\${value#"\${current%"\${current##*:}"}"}"
    [[ "$value" == *: || "$value" == */ ]] && compopt -o nospace
    COMPREPLY+=("$value")
  done < <("\${words[0]}" completion values -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _forecourt forecourt
`;

const ZSH = `#compdef forecourt
# forecourt completion for zsh: source <(forecourt completion zsh)
_forecourt() {
  local line
  local -a described
  for line in "\${(@f)$("\${words[1]}" completion values -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "\${line%%$'\\t'*}" in
      '') continue ;;
      :files) _files; return ;;
      :folders) _files -/; return ;;
    esac
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe forecourt described
}
compdef _forecourt forecourt
`;

const FISH = `# forecourt completion for fish: forecourt completion fish | source
function __forecourt_values
  set -l words (commandline -opc)
  set -l found ($words[1] completion values -- $words[2..] (commandline -ct) 2>/dev/null)
  switch "$found[1]"
    case ':files*'
      __fish_complete_path (commandline -ct)
    case ':folders*'
      __fish_complete_directories (commandline -ct)
    case '*'
      printf '%s\\n' $found
  end
end
complete -c forecourt -f -a '(__forecourt_values)'
`;

export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
