/** Completes in zsh 5, once `compinit` has run; else it runs that itself. */
export const zshScript = `# Completion of gamify for zsh. Use: source <(gamify completion zsh)
_gamify() {
  local paths line
  local -a lines found told
  lines=("\${(@f)$("\${(Q)words[1]}" complete -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  paths=${'$'}lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    [[ -n $line ]] || continue
    found+=("\${line%%$'\\t'*}")
    told+=("\${line%%$'\\t'*}  \${line#*$'\\t'}")
  done
  case $paths in
    files) compset -P '--*='; _files ;;
    directories) compset -P '--*='; _files -/ ;;
    *) compadd -l -d told -a found ;;
  esac
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _gamify gamify
`
