import { compileDesign } from '../../src/game/design/design.ts'
import { emptyDesign } from '../../src/game/design/source.ts'
import { lintDesign } from '../../src/lab/lint/lint-design.ts'
import { lintIds, lints, type LintId } from '../../src/lab/lint/lints.ts'
import { lintExamples, type LintExample } from './lint-examples.ts'
import { block, page } from './markdown.ts'

/** Returns the page of lints, from the table that messages are made from, with an example of each. */
export function lintsPage(): string {
  return page([
    '# Lints',
    'What `gamify design lint` finds in a valid design. A warning is most likely a mistake, a note is worth a look. [7.3](../interface/7-lab.md#73-gamify-check-file-searching-for-a-way-to-break-it) says how they are printed and ignored.',
    ...lintIds.flatMap((id) => [
      `## ${id}`,
      `A ${lints[id].severity}: ${lints[id].finds}. ${lints[id].why}`,
      lints[id].fix,
      ...lintExamples[id].flatMap((example) => [
        block('json', JSON.stringify(example.flawed, null, 2)),
        `It prints \`${messageOf(id, example)}\`. This mends it:`,
        block('json', JSON.stringify(example.mended, null, 2)),
      ]),
    ]),
  ])
}

function messageOf(id: LintId, { flawed }: LintExample): string {
  const design = compileDesign({ ...emptyDesign, ...flawed })
  const found = 'source' in design ? lintDesign(design).find((finding) => finding.id === id) : undefined
  if (!found) throw new Error(`an example of the lint ${id} has no such finding`)
  return found.message
}
