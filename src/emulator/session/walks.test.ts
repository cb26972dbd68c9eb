import { expect, test } from 'vitest'
import { standing, timelineOn } from '../../../test/support/bare-timeline.ts'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { operator } from '../../../test/support/played-game.ts'
import { SlowJournal } from '../../../test/support/slow-journal.ts'
import type { GameWalk } from '../../game/game-operation.ts'
import { fault } from '../../game/kernel/fault.ts'
import { pause } from '../../game/kernel/operation.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'

test('a walk that takes long lets others have their turn, and answers when all that it saw is kept', async () => {
  const journal = new SlowJournal()
  const runtime = timelineOn(journal)
  const count: GameWalk<undefined, number> = {
    kind: 'walk',
    name: 'test.count',
    walk: function* ({ players }) {
      for (let step = 0; step < 3; step += 1) {
        const until = performance.now() + 15
        while (performance.now() < until);
        yield pause
      }
      return players.index.size
    },
  }
  const counted = runtime.execute(count, undefined, operator)
  await new Promise(setImmediate)
  const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
  for (let turn = 0; turn < 5; turn += 1) expect(await standing(counted)).toBe('waiting')
  journal.keep()
  expect(await counted).toBe(1)
  await created
})

test('a walk that fails by a design which was replaced meanwhile is begun again by the one in force', async () => {
  const runtime = timelineOn(new MemoryJournal())
  const newer = designOf({ metrics: [point('xp'), point('gold')] })
  let begun = 0
  const findGold: GameWalk<null, string> = {
    kind: 'walk',
    name: 'test.find',
    *walk(_state, _input, context) {
      begun += 1
      if (begun === 1) void runtime.deploy(newer, 'newer', null)
      yield pause
      return context.design.metrics.has('gold') ? 'found' : fault('metric_not_found', { id: 'gold' })
    },
  }
  expect(await runtime.execute(findGold, null, operator)).toBe('found')
  expect(begun).toBe(2)
  const findNothing: typeof findGold = {
    ...findGold,
    *walk() {
      begun += 1
      yield pause
      return fault('metric_not_found', { id: 'silver' })
    },
  }
  expect(await runtime.execute(findNothing, null, operator)).toMatchObject({ fault: 'metric_not_found' })
  expect(begun).toBe(3)
})
