import { findConfig } from '../project/find-config.ts'
import { commandTree } from './command-tree.ts'
import { exitCode } from './exit-code.ts'
import { helpJson } from './help.ts'
import { programVersion } from './package-root.ts'
import { inColumns } from './render/columns.ts'
import type { Shell } from './shell.ts'

/** A first line to type, and what it does. */
type Step = readonly [command: string, effect: string]

const firstSteps: readonly Step[] = [
  ['gamify init demo', 'writes a sample game into ./demo'],
  ['cd demo', ''],
]

const furtherSteps: readonly Step[] = [
  ['gamify serve', 'runs it on http://127.0.0.1:4040'],
  ['gamify seed', 'brings its players in, from a second terminal'],
  ['gamify play action like --as neo', 'plays, and tells what came of it'],
  ['gamify player show neo', 'shows the scores'],
]

/** What the program says when it is told nothing: what it is, what to do next, and what there is. */
export async function overview(shell: Shell): Promise<number> {
  shell.printJson(await helpJson([]))
  const inProject = (await findConfig(shell.io.files, shell.io.cwd)) !== undefined
  const { paint } = shell
  const steps = inProject ? furtherSteps : [...firstSteps, ...furtherSteps]
  shell.print(
    [
      `${paint.strong('gamify')} ${programVersion()}: ${commandTree.summary}`,
      '',
      paint.strong(inProject ? 'What to do next, in this project:' : 'What to do next:'),
      ...inColumns(steps),
      '',
      paint.strong('Commands:'),
      ...inColumns(commandTree.commands.map((node) => [node.name, node.summary])),
      '',
      `'gamify help <command>' explains one; 'gamify help' names flags, environment variables and exit codes.`,
    ].join('\n'),
  )
  return exitCode.ok
}
