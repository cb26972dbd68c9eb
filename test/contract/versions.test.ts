import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/game/routes.ts'
import { runs, TIMEOUT_MS } from '../properties/runs.ts'
import { rows } from '../support/call-row.ts'
import type { Reply } from '../support/http.ts'
import { ask } from './error-case.ts'
import { errorCases } from './error-cases.ts'
import { sharedPart } from './shared-shape.ts'
import { isOlder, type Success } from './success-case.ts'
import { successCases } from './success-cases.ts'
import { isQuestion, request, run } from './success-run.ts'
import { openFlawedWorld, openWorld, type World } from './world.ts'

let world: World
let flawed: World
beforeAll(async () => {
  world = await openWorld('in memory')
  flawed = await openFlawedWorld('in memory')
})
afterAll(() => Promise.all([world.stop(), flawed.stop()]))

/** A line that is called in both versions, or one that has the same call for both. */
interface Pair {
  readonly line: Success
  readonly newer: string
  readonly older: string
}

const pairs: readonly Pair[] = successCases.flatMap((line) => {
  const newer = line.routes.find((route) => !isOlder(route)) ?? ''
  return line.routes.filter(isOlder).map((older) => ({ line, newer, older }))
})
const alone: readonly Pair[] = successCases.flatMap((line) => {
  const [route = ''] = line.routes
  return line.routes.some(isOlder) ? [] : [{ line, newer: route, older: route }]
})

/** What both versions show of a pair's answer, and its status; of a picture its bytes. */
function shared(version: 'newer' | 'older', { older }: Pair, { status, body, bytes }: Reply): unknown {
  const told: unknown = body ?? bytes.toString('base64')
  return { status, answer: status === 200 ? sharedPart(version, older, told) : told }
}

async function inTwoWorlds(act: (newer: World, older: World) => Promise<void>): Promise<void> {
  const worlds = await Promise.all([openWorld('in memory'), openWorld('in memory')])
  try {
    await act(...worlds)
  } finally {
    await Promise.all(worlds.map((world) => world.stop()))
  }
}

const historyOf = ({ emulator }: World) =>
  Promise.all((['staging', 'production'] as const).map((name) => Array.fromAsync(emulator.runtime(name).history({}))))

/** All that a game is, told the same wherever a finished period of a board lies by now. */
const wholeOf = async ({ emulator }: World) => {
  const names = ['staging', 'production'] as const
  const states = names.map((name) => Array.fromAsync(emulator.whole(name).export({ history: false })))
  return [...(await Promise.all(states)).map((chunks) => chunks.join('')), emulator.designs.latest.hash]
}

test('every operation of both versions is in a line of both', () => {
  const byOp = Map.groupBy(routes, ({ op }) => op)
  const inBoth = [...byOp.values()].filter((each) => new Set(each.map(({ api }) => api)).size === 2)
  const older = inBoth.flat().flatMap(({ api, method, path }) => (api === 'v1' ? [`${method} /v1${path}`] : []))
  const paired = pairs.filter(({ newer, older: twin }) => rows.get(newer)?.op === rows.get(twin)?.op)
  expect(new Set(paired.map((each) => each.older))).toEqual(new Set(older))
  // Version 1 has nothing that version 2 has not.
  expect(older.length).toBe(routes.filter(({ api }) => api === 'v1').length)
})

describe('both versions of a route do and answer the same, but for the documented shapes', () => {
  for (const pair of pairs) {
    const { line, newer, older } = pair
    test([newer, older, line.when ?? []].flat().join(', '), async () => {
      const compare = async (one: World, other: World): Promise<void> => {
        const [byNewer, byOlder] = await Promise.all([run(one, line, newer), run(other, line, older)])
        expect(shared('older', pair, byOlder.reply)).toEqual(shared('newer', pair, byNewer.reply))
        expect(byOlder.entries).toEqual(byNewer.entries)
      }
      await (isQuestion(line, newer) ? compare(world, world) : inTwoWorlds(compare))
    })
  }
})

describe('both versions refuse in the same words', () => {
  for (const { newer, older } of pairs.filter(({ line }) => line.when === undefined)) {
    const cases = errorCases.filter(({ routes: of }) => of.includes(newer) && of.includes(older))
    if (cases.length === 0) continue
    test(`${newer}, ${older}`, async () => {
      for (const each of cases) {
        const asked = each.flawed ? flawed : world
        const [byNewer, byOlder] = await Promise.all([ask(asked, newer, each), ask(asked, older, each)])
        expect(byOlder.body, each.when).toEqual(byNewer.body)
      }
    })
  }
})

/** Who does what of the table, and how long after the step before. */
const step = fc.record({
  pair: fc.constantFrom(...pairs, ...alone),
  as: fc.constantFrom(undefined, 'neo', 'trinity', 'morpheus', 'oracle'),
  advance: fc.constantFrom('0s', '0s', '0s', '5m', '1d'),
})

/** The same line by another player, where players make it. */
const by = (as: string | undefined, line: Success): Success => {
  const { ask, older } = line
  const changed = (told: object): object => ('as' in told && as !== undefined ? { ...told, as } : told)
  return {
    ...line,
    ...(ask ? { ask: (facts) => changed(typeof ask === 'function' ? ask(facts) : ask) } : {}),
    ...(older?.ask ? { older: { ...older, ask: changed(older.ask) } } : {}),
  }
}

test('both versions do and answer the same, whatever was done before', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), (steps) =>
      inTwoWorlds(async (one, other) => {
        for (const { pair, as, advance } of steps) {
          const line = by(as, pair.line)
          const later = { body: { advance } }
          await Promise.all([one, other].map((each) => each.request('PATCH', '/_gamify/clock', later)))
          const [byNewer, byOlder] = await Promise.all([
            request(one, line, pair.newer),
            request(other, line, pair.older),
          ])
          expect(shared('older', pair, byOlder), pair.older).toEqual(shared('newer', pair, byNewer))
        }
        expect(await historyOf(other)).toEqual(await historyOf(one))
        expect(await wholeOf(other)).toEqual(await wholeOf(one))
      }),
    ),
    runs(15),
  )
})
