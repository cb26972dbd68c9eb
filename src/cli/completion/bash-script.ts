/**
 * Completes in bash 4 and later. Bash takes words apart at `=` and `:`; here they are put together again for the program,
 * and what bash takes for a word of its own is cut off what comes back.
 */
export const bashScript = `# Completion of gamify for bash. Use: source <(gamify completion bash)
_gamify_completion() {
  local words=() line=$COMP_LINE piece gap place paths reply
  for ((place = 0; place <= COMP_CWORD; place++)); do
    piece=\${COMP_WORDS[place]}
    gap=\${line%%"$piece"*}
    line=\${line:\${#gap}+\${#piece}}
    if ((place > 0)) && [[ -z $gap && -n $piece ]]; then words[-1]+=$piece; else words+=("$piece"); fi
  done
  local current=\${words[-1]} bare=\${COMP_WORDS[COMP_CWORD]}
  [[ $bare == [=:]* ]] && bare=
  local stem=\${current%"$bare"}
  COMPREPLY=()
  {
    read -r paths
    while IFS=$'\\t' read -r reply _; do
      reply=\${reply#"$stem"}
      printf -v reply %q "$reply"
      COMPREPLY+=("$reply")
    done
  } < <("$1" complete -- "\${words[@]:1}" 2>/dev/null)
  case $paths in
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$bare") ;;
    directories) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$bare") ;;
    *) [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null ;;
  esac
  return 0
}
complete -F _gamify_completion gamify
`
