import { relative } from 'node:path'
import { exitCode } from '../../../terminal/exit-code.ts'
import { loadProject } from '../../../terminal/load-project.ts'
import { defineCommand } from '../../command.ts'
import { findLints, lintAnnotations, lintCounts, printLints, shownLints } from '../../design-lints.ts'
import { reportToGithub, withGithub } from '../../github-report.ts'
import { readLabDesign } from '../../lab-design.ts'
import { choice, flag, optional, text } from '../../option.ts'
import { findingForms, reportForm } from '../../report-form.ts'

/** The heading of a summary of GitHub. */
const TITLE = 'Lints'

/** `gamify design lint`: finds what a valid design most likely does not intend. Spec 7.3 "Lints". */
export const lint = defineCommand({
  arguments: {
    directory: optional('dir', 'The design directory to lint (default: the one of the project)', 'directory'),
  },
  options: {
    design: text('--design <dir>', 'The design directory to lint, like the argument', 'directory'),
    strict: flag('--strict', 'Exit with 1 if there are warnings'),
    reporter: choice('--reporter <form>', 'How to report the findings', findingForms),
  },
  examples: ['gamify design lint', 'gamify design lint ./other/design --strict', 'gamify design lint --json'],
  notes:
    'Finds parts that nothing gives or reads, requirements that can never be met, levels out of reach, processes that get\n' +
    'stuck, and points without end. A design with problems is refused: see gamify design validate.\n' +
    '"lint": { "ignore": ["free-loop:actions/like", "never-used"] } in gamify.json leaves findings out.\n' +
    'With --json: { lints: [{ id, severity, component, file, line, column, message, why, fix }] }.',
  async run({ directory: named, design: option, strict, reporter }, shell) {
    const form = reportForm(shell, reporter)
    const chosen = named ?? option
    const { io } = shell
    const { linted, lints } = await withGithub(shell, form, TITLE, async () => {
      const read = await readLabDesign(shell, chosen, (await loadProject(shell)).design)
      return { linted: read, lints: await findLints(shell, read) }
    })
    const found = lints.length === 0 ? 'nothing found' : lintCounts(lints)
    const result = `${relative(io.cwd, linted.directory) || '.'}: ${found}`
    if (form === 'github') await reportToGithub(shell, { title: TITLE, result, annotations: lintAnnotations(lints) })
    else {
      shell.printJson(JSON.stringify({ lints: shownLints(lints, io.cwd) }))
      printLints(shell, lints)
      shell.confirm(`${lints.length === 0 ? '' : '\n'}${result}`)
    }
    return strict && lints.some(({ severity }) => severity === 'warning') ? exitCode.refused : exitCode.ok
  },
})
