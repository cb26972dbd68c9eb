import { designTypes } from '../../project/design-types.ts'
import { isBroken, loadDesign } from '../../project/load-design.ts'
import { problemText } from '../../project/problem.ts'
import { printable } from '../../sentences/printable.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { loadProject } from '../../terminal/load-project.ts'
import { defineCommand } from '../command.ts'
import { existingDirectory } from '../design-sides.ts'
import { text } from '../option.ts'
import { checkTypesOutput } from '../types-output.ts'
import { writeOutput } from '../write-file.ts'

/** `gamify types`: writes TypeScript declarations of the design of a project. Spec 6.8. */
export const types = defineCommand({
  arguments: {},
  options: { out: text('--out <file>', 'Write to this file instead of stdout', 'file') },
  examples: ['gamify types --out src/game.ts', 'gamify types > src/game.ts'],
  notes: [
    'Declares the type Game, which the client of gamify/client takes: the metrics, actions with their variables, processes with',
    'their triggers, teams, rules and leaderboards of the design files. Needs no emulator, and the declarations need no package.',
    'Exits with 1 and writes nothing if the design has problems, and with 2 if the file has something else in it.',
    "'gamify serve --types FILE' keeps the file up to date while you change the design.",
    'With --json: { types } with the declarations as text, or { file }.',
  ].join('\n'),
  async run({ out }, shell) {
    const { io } = shell
    const { file, game, dialect } = await loadProject(shell)
    const directory = await existingDirectory(shell)
    const design = await loadDesign(io.files, directory)
    if (isBroken(design))
      throw new CliError(
        [
          'the design has problems, so gamify wrote no types:',
          ...design.map((problem) => problemText(problem, io.cwd)),
        ].join('\n'),
        { code: 'broken_design', exitCode: exitCode.refused, advice: ['fix these files'] },
      )
    const declared = designTypes(design, { title: game.title, dialect })
    if (out === undefined) {
      shell.printJson(JSON.stringify({ types: declared }))
      shell.print(declared.trimEnd())
      return
    }
    await checkTypesOutput(shell, out, [directory, ...(file === undefined ? [] : [file])])
    await writeOutput(shell, out, declared)
    shell.printJson(JSON.stringify({ file: out }))
    shell.confirm(`${shell.paint.good('wrote')} ${printable(out)}`)
  },
})
