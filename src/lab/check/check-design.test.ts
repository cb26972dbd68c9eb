import { expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { gameInfo } from '../../../test/support/memory-game.ts'
import { checkDesign, type SearchOptions } from './check-design.ts'
import { parseChecks } from './parse-checks.ts'

const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '1')]), action('look', [])] })

/** Searches for a gain of more than 20, which any long sequence has. */
async function searched(more: Partial<SearchOptions>) {
  const parsed = parseChecks({ id: 'slow', at_most: { metric: 'xp', gain: 20, within: '9d' } }, design, '')
  const checks = 'checks' in parsed ? parsed.checks.map(({ check }) => check) : []
  const options = { design, game: gameInfo, zoneOffset: () => 0, checks, seed: 'check', runs: 50, now: Date.now }
  const { outcomes, isPartial } = await checkDesign({ ...options, ...more })
  return { ...outcomes[0], isPartial }
}

test('a counterexample is shrunk as far as it can be if only the sequences are limited', async () => {
  const shown = { steps: [{ as: 'check-1', action: 'like', count: 21 }], isShrunk: true }
  expect(await searched({})).toMatchObject({ holds: false, isPartial: false, shown })
})

test('with a time limit, shrinking takes a quarter of it more at most', async () => {
  let readings = 0
  // Each reading of the clock is a tenth of the limit later. Shrinking reads it before each sequence that it tries.
  const now = () => (readings++ * 1000) / 10
  const { shown, isPartial } = await searched({ seconds: 1, now })
  expect({ isShrunk: shown?.isShrunk, isPartial }).toEqual({ isShrunk: false, isPartial: false })
  expect(readings).toBe(14)
  expect(shown?.steps.at(-1)).toMatchObject({ action: 'like' })
})

test('an interruption while a counterexample is shrunk keeps the simplest one so far', async () => {
  const ending = new AbortController()
  let readings = 0
  const now = () => {
    readings += 1
    if (readings === 12) ending.abort()
    return 0
  }
  const { shown, isPartial } = await searched({ now, signal: ending.signal })
  expect({ isShrunk: shown?.isShrunk, isPartial }).toEqual({ isShrunk: false, isPartial: true })
})
