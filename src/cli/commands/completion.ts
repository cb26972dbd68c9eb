import { bashScript } from '../completion/bash-script.ts'
import { fishScript } from '../completion/fish-script.ts'
import { zshScript } from '../completion/zsh-script.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { defineCommand } from '../command.ts'
import { required } from '../option.ts'
import { suggestion } from '../../game/kernel/nearest.ts'

const scripts: Readonly<Record<string, string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

const shells = Object.keys(scripts)

/** `gamify completion`: a script that lets a shell complete what is typed. Spec 6.2. */
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
