import type { Client } from '../client/client.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import { snapshotNameProblem } from '../interface/snapshot-name.ts'
import { printable } from '../sentences/printable.ts'
import { usageError } from './cli-error.ts'
import { gameClock } from './game-clock.ts'

/**
 * Describes a restored game: its last entry and its time. Further entries are listed separately, because the user did
 * not request them: one sets a running clock, one deploys the current design again or lets it wait.
 */
export async function replacedGameText(
  client: Client,
  { seq, now, design }: Omit<ControlAnswer<'POST /_gamify/rewind'>, 'undone'>,
): Promise<string> {
  const { frozen } = await gameClock(client)
  const additions = [
    ...(frozen ? [] : ['sets the game clock back to that time']),
    ...(design?.runs === 'current' ? ['deploys the current design again'] : []),
    ...(design?.issues === undefined ? [] : ['has the current design wait for its fixes']),
  ]
  const last = seq - additions.length
  const added = additions.map((addition, i) => `; entry ${last + i + 1} ${addition}`).join('')
  return `the game as it was after entry ${last}, at ${printable(now)}${added}`
}

/** Throws a usage error with `advice` if no snapshot can have this name. */
export function requireSnapshotName(name: string, ...advice: readonly string[]): void {
  const problem = snapshotNameProblem(name)
  if (problem !== undefined) throw usageError(`not a valid snapshot name: ${problem}`, ...advice)
}
