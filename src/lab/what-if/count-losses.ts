import type { GameInfo } from '../../game/kernel/game-info.ts'
import { labZone } from '../lab-zone.ts'
import { readHistory } from './recorded-history.ts'
import { whatIf } from './what-if.ts'

/**
 * Counts the players who would have lost something if the last deployment of an exported game had been made before its first
 * entry. 0 if it is the first deployment. `pieces` are those of the export. Throws BadState. Spec 7.2.
 */
export async function deploymentLosses(pieces: readonly Buffer[], game: GameInfo): Promise<number> {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* pieces
  }
  const history = await readHistory(bytes, game.id)
  const { header, previous, deployed } = history
  if (!previous) return 0
  const { losers } = await whatIf({
    ...history,
    entries: history.entries(),
    runtime: header.runtime,
    deployed: previous,
    design: deployed,
    game,
    zoneOffset: labZone(game.timezone),
    since: { seq: history.first },
  })
  return losers
}
