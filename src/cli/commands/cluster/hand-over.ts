import type { NodeAnswer } from '../../../cluster/game-node.ts'
import type { NodeBeat } from '../../../cluster/heard-nodes.ts'
import { printable } from '../../../sentences/printable.ts'
import type { NatsLog } from '../../../storage/log/nats-log.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { defineCommand } from '../../command.ts'
import { optional, required } from '../../option.ts'
import { journalOption } from './journal-option.ts'
import { refused } from './refused.ts'
import { withLog } from './with-log.ts'

/** How long another node can take to become the writer, in ms. */
const MOST_MS = 30_000

/** `gamify cluster hand-over`: makes another node the writer. Spec 9.2. */
export const handOver = defineCommand({
  arguments: { node: optional('node', 'The node that is to be the writer (default: the one that is furthest)') },
  options: journalOption,
  examples: ['gamify cluster hand-over n2'],
  notes: 'Calls wait meanwhile, and none fails. With --json: { writer }.',
  async run({ node, journal }, shell) {
    const writer = await withLog(journal, shell, async (log) => {
      const answer = (await log.ask({ ask: 'hand-over', to: node })) as NodeAnswer | undefined
      if (!answer) throw refused('no node is the writer', 'run gamify cluster status')
      if ('refused' in answer) throw refused(answer.refused, 'gamify cluster status lists the nodes')
      if (!('successor' in answer)) throw refused('the writer did not understand', 'upgrade it')
      return showProgress(shell, `waiting for ${printable(answer.successor)}`, nextWriter(log, answer.claimed))
    })
    shell.printJson(JSON.stringify({ writer }))
    shell.confirm(`${printable(writer)} is the writer now`)
  },
})

/** `gamify cluster leave`: ends a node. Spec 9.2. */
export const leave = defineCommand({
  arguments: { node: required('node', 'The node that is to end') },
  options: journalOption,
  examples: ['gamify cluster leave n3'],
  notes: 'A node that is the writer lets another one take over first. With --json: { node }.',
  async run({ node, journal }, shell) {
    const answer = await withLog(journal, shell, async (log) => log.ask({ ask: 'leave', node }))
    if (!answer) throw refused(`no node has the name '${printable(node)}'`, 'gamify cluster status lists the nodes')
    shell.printJson(JSON.stringify({ node }))
    shell.confirm(`${printable(node)} ends`)
  },
})

/** Resolves to the name of the node whose claim comes after a position. */
function nextWriter(log: NatsLog, claimed: number): Promise<string> {
  return new Promise((resolve, reject) => {
    log.hear((given) => {
      const beat = given as unknown as NodeBeat
      if (beat.role === 'writer' && beat.claimed > claimed) resolve(beat.node)
    })
    const late = refused('no other node has become the writer', 'run gamify cluster status')
    setTimeout(() => reject(late), MOST_MS).unref()
  })
}
