import { relative } from 'node:path'
import { exitCode } from '../../../terminal/exit-code.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import { defineCommand } from '../../command.ts'
import { findLints, lintCounts, printLints, shownLints } from '../../design-lints.ts'
import { readLabDesign } from '../../lab-design.ts'
import { flag, optional, text } from '../../option.ts'

/** `gamify design lint`: finds what a valid design most likely does not intend. Spec 7.3 "Lints". */
export const lint = defineCommand({
  arguments: {
    directory: optional('dir', 'The design directory to lint (default: the one of the project)', 'directory'),
  },
  options: {
    design: text('--design <dir>', 'The design directory to lint, like the argument', 'directory'),
    strict: flag('--strict', 'Exit with 1 if there are warnings'),
  },
  examples: ['gamify design lint', 'gamify design lint ./other/design --strict', 'gamify design lint --json'],
  notes:
    'Finds parts that nothing gives or reads, requirements that can never be met, levels out of reach, processes that get\n' +
    'stuck, and points without end. A design with problems is refused: see gamify design validate.\n' +
    '"lint": { "ignore": ["free-loop:actions/like", "never-used"] } in gamify.json leaves findings out.\n' +
    'With --json: { lints: [{ id, severity, component, file, line, column, message, why, fix }] }.',
  async run({ directory: named, design: option, strict }, shell) {
    const chosen = named ?? option
    const { io } = shell
    const linted = await readLabDesign(shell, chosen, (await loadProject(shell)).design)
    const lints = await findLints(shell, linted)
    shell.printJson(JSON.stringify({ lints: shownLints(lints, io.cwd) }))
    printLints(shell, lints)
    const found = lints.length === 0 ? 'nothing found' : lintCounts(lints)
    shell.confirm(`${lints.length === 0 ? '' : '\n'}${relative(io.cwd, linted.directory) || '.'}: ${found}`)
    return strict && lints.some(({ severity }) => severity === 'warning') ? exitCode.refused : exitCode.ok
  },
})
