import { zoneOffset } from '../../src/emulator/zone.ts'
import type { Design } from '../../src/game/design/design.ts'
import type { WhatIfReport } from '../../src/lab/what-if/report.ts'
import { whatIf } from '../../src/lab/what-if/what-if.ts'
import { callRow } from './call-row.ts'
import { achievement, action, add, designOf, levels, point, score, set, state } from './design-parts.ts'
import { gameInfo, newMemoryGame, ZONE } from './memory-game.ts'
import { entriesOf, namedIn } from './recorded-game.ts'

const board = {
  id: 'best',
  name: 'best',
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  cycles: ['alltime'],
}

/** Likes give more in the other design and answers less, badges need more, and nobody may answer without end. */
const designWith = (like: string, answer: string, badge: string, most: string): Design =>
  designOf({
    metrics: [
      point('xp'),
      state('rank', 'Newcomer', 'Bronze', 'Silver', 'Gold'),
      set('badges', ['Fan', 'Expert', 'Regular']),
    ],
    actions: [
      action('like', [add('xp', like)]),
      action('answer', [add('xp', answer)], { requires: score('xp', 'lt', most) }),
    ],
    rules: [
      levels('ladder', 'xp', 'rank', ['Newcomer', '20'], ['Bronze', '60'], ['Silver', '120'], ['Gold']),
      achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', '10')),
      achievement('expert', 'badges', { Expert: '1' }, score('xp', 'ge', badge)),
    ],
    leaderboards: [board],
  })

/** Returns what 40 players, the later ones of whom play more, would have had under another design. */
export async function whatIfReport(
  names: (place: number) => string = (place) => `player-${place}`,
): Promise<WhatIfReport> {
  const deployed = designWith('2', '10', '80', '1000')
  const game = await newMemoryGame([deployed], 'seed')
  const call = async (route: string, more: object): Promise<void> => {
    const answer = await callRow(game.runtime, { route, ...more })
    if ('fault' in answer) throw new Error(answer.fault.fault)
    game.machine.ms += 60_000
  }
  const plays = (as: string, id: string, count: number): Promise<void> =>
    call('POST /v2/runtime/actions/:action_id/play', { params: { action_id: id }, as, body: { count } })
  for (let place = 1; place <= 40; place++) {
    const id = names(place)
    await call('POST /v2/admin/players', { body: { id } })
    await plays(id, 'like', 1 + ((place * 7) % 23))
    for (let answers = place % 9; answers > 0; answers--) await plays(id, 'answer', 2)
  }
  const entries = await entriesOf(game)
  return whatIf({
    entries,
    deployed,
    design: designWith('4', '7', '90', '100'),
    runtime: 'staging',
    game: gameInfo,
    zoneOffset: zoneOffset(ZONE),
    since: { seq: 1 },
    named: namedIn(entries),
    expect: [
      { metric: 'xp', of: 'median', min: 50, max: 100 },
      { reach: 'rank:Gold', share: { min: 0.3 } },
    ],
  })
}
