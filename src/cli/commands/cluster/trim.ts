import type { NodeAnswer, NodeQuestion } from '../../../cluster/game-node.ts'
import { counted } from '../../../sentences/quantities.ts'
import type { NatsLog } from '../../../storage/log/nats-log.ts'
import { progressBar } from '../../../terminal/render/progress.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { journalOption } from './journal-option.ts'
import { refused } from './refused.ts'
import { withLog } from './with-log.ts'

/** What a trim has done. */
type Trimmed = Extract<NodeAnswer, { trimmed: unknown }>['trimmed']

/** How often the writer is asked how far it is, in ms. */
const LOOK_MS = 250

/** How often in a row it can leave that unanswered. */
const SILENCES = 5

/** `gamify cluster trim`: removes from the log what no node needs any more. Spec 9.2. */
export const trim = defineCommand({
  arguments: {},
  options: journalOption,
  examples: ['gamify cluster trim --journal nats://a,b,c'],
  notes:
    'The writer stores the whole game in the log once more, while it goes on, and then removes the messages before that. It\n' +
    'does so by itself once a day. What a node that runs does not have on disk stays. A node that is stopped can be too far\n' +
    'behind afterwards; delete its data directory then. With --json: { start, messages, files }.',
  async run({ journal }, shell) {
    const trimmed = await withLog(journal, shell, (log) => trimmedBy(log, shell))
    shell.printJson(JSON.stringify(trimmed))
    const { start, messages, files } = trimmed
    shell.confirm(
      `removed ${counted(messages, 'message', 'messages')} and ${counted(files, 'file', 'files')}; the log begins at message ${start} now`,
    )
  },
})

/** Lets the writer trim the log, and waits until it has. Throws a CliError. */
async function trimmedBy(log: NatsLog, shell: Shell): Promise<Trimmed> {
  const bar = progressBar(shell, 'storing the game')
  try {
    let id: string | undefined
    for (let silences = 0; ;) {
      const question: NodeQuestion = { ask: 'trim', ...(id !== undefined && { id }) }
      const answer = (await log.ask({ ...question })) as NodeAnswer | undefined
      if (!answer) {
        silences += 1
        if (id === undefined || silences === SILENCES)
          throw refused('no node is the writer', 'run gamify cluster status')
        continue
      }
      silences = 0
      if ('trimmed' in answer) return answer.trimmed
      if ('refused' in answer) throw refused(answer.refused, 'run gamify cluster status, and then this command again')
      if (!('trims' in answer)) throw refused('the writer did not understand', 'upgrade it')
      id = answer.trims
      if (answer.all > 0) bar.show(answer.done, answer.all)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    bar.end()
  }
}
