import { suggestion } from '../../game/kernel/nearest.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { defineCommand } from '../command.ts'
import { required } from '../option.ts'

/** The script for zsh 5. It runs `compinit` if that has not run yet. */
const zshScript = `# Completion of gamify for zsh. Use: source <(gamify completion zsh)
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

/** The script for fish 3 and later. */
const fishScript = `# Completion of gamify for fish. Use: gamify completion fish | source
function __gamify_completion
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
    set -l stem (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^(--[^=]*=)?[\\'"]?' '' $current)
    switch "$lines[1]"
        case files
            __fish_complete_path $path | string replace -r -- '^' "$stem"
        case directories
            __fish_complete_directories $path | string replace -r -- '^' "$stem"
        case '*'
            string join \\n -- $lines[2..-1]
    end
end
complete -c gamify -f -a '(__gamify_completion)'
`

/**
 * The script for bash 4 and later. Bash splits words at `=` and `:`. The script joins them for the program, and removes
 * from each completion the part that bash treats as a separate word.
 */
const bashScript = `# Completion of gamify for bash. Use: source <(gamify completion bash)
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

const scripts: Readonly<Record<string, string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

const shells = Object.keys(scripts)

/** `gamify completion`: prints a completion script for a shell. Spec 6.2. */
export const completion = defineCommand({
  arguments: { shell: required('shell', `The shell (${shells.join(', ')})`, shells) },
  options: {},
  examples: ['source <(gamify completion bash)', 'source <(gamify completion zsh)', 'gamify completion fish | source'],
  notes: [
    'Run one of these lines to enable completion in the current shell. To enable it in every shell, add the line to',
    '~/.bashrc, ~/.zshrc (after compinit) or ~/.config/fish/config.fish. It completes commands, flags, files and words, and',
    'the ids of the game if an emulator is running.',
    'With --json: { shell, script }.',
  ].join('\n'),
  async run({ shell: name }, shell) {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
    if (script === undefined)
      throw usageError(
        `there is no completion script for '${name}'${suggestion(name, shells)}`,
        `available: ${shells.join(', ')}`,
      )
    shell.printJson(JSON.stringify({ shell: name, script }))
    shell.print(script.trimEnd())
  },
})
