import { control } from '../../../client/control.ts'
import { firstFew } from '../../../game/kernel/message-text.ts'
import type { ControlAnswer } from '../../../interface/control-answers.ts'
import { printable } from '../../../sentences/printable.ts'
import { hint } from '../../../terminal/hint.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'

/** The number of changes that are listed per version; a line counts the others. */
const MAX_CHANGES = 5

type Version = ControlAnswer<'GET /_gamify/design/versions'>['data'][number]

/**
 * `gamify design versions`: lists the frozen versions of the design and `latest`, with the changes of each. Spec 4.13,
 * 6.2.
 */
export const versions = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify design versions', 'gamify design versions --json'],
  notes: [
    'Each deployment by a command or a route saves latest as v1, v2 and so on. When serve deploys the files that it watches,',
    'it saves no version. Each version but the first lists its changes since the version before.',
    'With --json: { data: [{ version, hash, deployed_at, runtimes, changes }], total }.',
  ].join('\n'),
  async run(_, shell) {
    const { body, text } = await withService(shell, ({ client }) => control(client, 'GET /_gamify/design/versions'))
    const { data, total } = body
    shell.printJson(text)
    for (const [i, version] of data.entries())
      if (i === 0 && data.length === total) printFacts(shell, version, ['first version'])
      else printVersion(shell, version, data[i - 1])
    if (total > data.length) shell.note(`the newest ${data.length} of ${total} versions`)
  },
})

function printFacts(shell: Shell, { version, deployed_at: at, runtimes }: Version, others: readonly string[]): void {
  const { paint } = shell
  const facts = [
    ...(at === null ? [] : [`deployed ${at}`]),
    ...(runtimes.length === 0 ? [] : [`active in ${runtimes.join(' and ')}`]),
    ...others,
  ].join(', ')
  shell.print(`${paint.strong(printable(version))}  ${paint.faint(printable(facts))}`.trimEnd())
}

function printVersion(shell: Shell, shown: Version, before?: Version): void {
  const { version, changes } = shown
  printFacts(shell, shown, changes.length === 0 ? ['no changes'] : [])
  const { few, more } = firstFew(changes, MAX_CHANGES + 1, ['change', 'changes'])
  for (const change of few) shell.print(`  ${printable(change)}`)
  if (more.length === 0) return
  const all =
    before === undefined
      ? ''
      : `; ${hint(shell, `design diff ${printable(before.version)} ${printable(version)}`)} lists all`
  shell.print(`  ${more.join('')}${all}`)
}
