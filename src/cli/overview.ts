import { findConfig } from '../project/find-config.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { inColumns } from '../terminal/render/columns.ts'
import type { Shell } from '../terminal/shell.ts'
import { commandTree } from './command-tree.ts'
import { helpJson, firstSteps, stepsInProject } from './help.ts'
import { programVersion } from './package-root.ts'

/** The commands by purpose, in the order in which a user needs them. */
const purposes: readonly (readonly [purpose: string, names: readonly string[]])[] = [
  ['make a game', ['init', 'design', 'simulate', 'check', 'what-if', 'doctor', 'completion']],
  ['run it', ['serve', 'exec', 'seed', 'state', 'snapshot', 'cluster']],
  ['play it', ['play', 'time', 'rewind', 'fault']],
  ['look at it', ['tui', 'player', 'action', 'team', 'process', 'leaderboard', 'history', 'logs']],
  ['understand it', ['why', 'why-not']],
  ['reach it', ['studio', 'open', 'routes', 'openapi', 'types', 'token', 'mcp']],
]

/**
 * Prints what the program does without arguments: what it is, the next steps, and the commands. It fits a terminal of
 * 80 x 24.
 */
export async function overview(shell: Shell): Promise<number> {
  if (shell.options.json) shell.printJson(await helpJson([]))
  const inProject = (await findConfig(shell.io.files, shell.io.cwd)) !== undefined
  const { paint } = shell
  shell.print(
    [
      `${paint.strong('gamify')} ${programVersion()}: ${commandTree.summary}`,
      '',
      paint.strong(inProject ? 'Next steps in this project:' : 'Next steps:'),
      ...inColumns(inProject ? stepsInProject : firstSteps),
      '',
      paint.strong('Commands:'),
      ...inColumns(purposes.map(([purpose, names]) => [purpose, names.join('  ')])),
      '',
      `Run 'gamify help' for all commands, flags, environment variables and exit codes,`,
      `or 'gamify help <command>' to read about one command.`,
    ].join('\n'),
  )
  return exitCode.ok
}
