import { clusterStatus, type ClusterStatus } from '../../../cluster/cluster-status.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { table } from '../../../terminal/render/table.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { journalOption } from './journal-option.ts'
import { withLog } from './with-log.ts'

/** `gamify cluster status`: shows the nodes and the log of a game on several machines. Spec 9.2. */
export const status = defineCommand({
  arguments: {},
  options: journalOption,
  examples: ['gamify cluster status --journal nats://a,b,c'],
  notes:
    'Listens to the nodes for a moment. Exits with 1 if something is wrong, and says what to do. With --json: { game, nodes,\n' +
    'log, problems: [{ message, advice }] }.',
  async run({ journal }, shell) {
    const found = await withLog(journal, shell, (log, game) => clusterStatus(log, game))
    if (shell.options.json) shell.printJson(JSON.stringify(found))
    else shell.print(statusText(found, shell))
    return found.problems.length === 0 ? exitCode.ok : exitCode.refused
  },
})

function statusText({ game, nodes, log, problems }: ClusterStatus, { paint }: Shell): string {
  const rows = nodes.map(({ node, role, position, behind, aheadMs, program, url }) => [
    printable(node),
    role,
    String(position),
    role === 'writer' ? '' : counted(behind, 'message', 'messages'),
    `${aheadMs < 0 ? '-' : '+'}${Math.abs(aheadMs)} ms`,
    printable(program),
    printable(url),
  ])
  const servers = log.servers.map(
    ({ name, state, lag }) => `${printable(name)} ${state}${lag > 0 ? `, ${lag} behind` : ''}`,
  )
  // A log has no holes: only its beginning is ever removed.
  const positions = log.messages > 0 ? ` (${log.start} to ${log.start + log.messages - 1})` : ''
  return [
    `${paint.strong(printable(game))}: ${counted(nodes.length, 'node', 'nodes')}`,
    ...(rows.length === 0 ? [] : [table(['NODE', 'ROLE', 'POSITION', 'BEHIND', 'CLOCK', 'VERSION', 'ADDRESS'], rows)]),
    `log: ${counted(log.messages, 'message', 'messages')}${positions}, ${(log.bytes / 1e6).toFixed(1)} MB, leader ${printable(log.leader) || 'none'}${servers.length === 0 ? '' : `; ${servers.join('; ')}`}`,
    ...problems.flatMap(({ message, advice }) => [`${paint.bad('problem')}: ${printable(message)}`, `  ${advice}`]),
  ].join('\n')
}
