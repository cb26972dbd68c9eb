import { expect, test } from 'vitest'
import { boundsText, figureText, seenText } from './expectation-text.ts'
import type { EndExpectation } from './report.ts'
import type { Expectation } from './simulation.ts'

test.each<[string, Expectation | EndExpectation]>([
  ['Gini coefficient of coins at the end', { metric: 'coins', of: 'gini' }],
  ['share of all players who reach rank:Gold', { reach: 'rank:Gold', share: {} }],
  [
    'share of the casual players who reach rank:Gold by day 5',
    { reach: 'rank:Gold', by_day: 5, persona: 'casual', share: {} },
  ],
  [
    'median days until the grinder players reach rank:Gold',
    { reach: 'rank:Gold', persona: 'grinder', median_days: {} },
  ],
  [
    'median plays until all players reach process:tour by day 2',
    { reach: 'process:tour', by_day: 2, median_plays: {} },
  ],
  ['Gini coefficient of coins after day 30', { metric: 'coins', of: 'gini', day: 30 }],
  ['5th percentile of coins after day 1, the casual players', { metric: 'coins', of: 'p5', day: 1, persona: 'casual' }],
  ['total of coins given', { flow: 'coins', of: 'given' }],
  ['total of coins taken, the casual players', { flow: 'coins', of: 'taken', persona: 'casual' }],
  ['ratio of coins taken to coins given', { flow: 'coins', of: 'taken_per_given' }],
  ['share of tries refused with rate_limit_exceeded', { refused: 'rate_limit_exceeded', share: {} }],
  ['share of all players who come on day 7', { active: true, day: 7, share: {} }],
])('%s', (text, expectation) => expect(figureText(expectation)).toBe(text))

test.each<[string, Expectation]>([
  ['', { reach: 'rank:Gold', share: {} }],
  ['at least 90 %', { reach: 'rank:Gold', share: { min: 0.9 } }],
  ['at most 0.5 %', { reach: 'rank:Gold', share: { max: 0.005 } }],
  ['3 to 7.5', { reach: 'rank:Gold', median_days: { min: 3, max: 7.5 } }],
  ['exactly 1', { flow: 'coins', of: 'taken_per_given', min: 1, max: 1 }],
  ['at least 12,000', { metric: 'coins', of: 'total', day: 1, min: 12_000 }],
])('the bounds are shown as "%s"', (text, expectation) => expect(boundsText(expectation)).toBe(text))

test('a figure just outside of its bounds looks so', () => {
  expect(seenText({ reach: 'rank:Gold', share: { max: 0.5 } }, 0.5004)).toBe('50.04 %')
  expect(seenText({ metric: 'xp', of: 'mean', day: 1, max: 10 }, 10.0049)).toBe('10')
})

test.each<[string, Expectation, Parameters<typeof seenText>[1]]>([
  ['12,346', { metric: 'xp', of: 'mean', day: 1 }, 12_345.67],
  ['1.235e+21', { metric: 'xp', of: 'total', day: 1 }, 1.2346e21],
  ['nothing to measure', { reach: 'rank:Gold', median_days: {} }, null],
  ['98.2 % (97 % to 99.4 %)', { reach: 'rank:Gold', share: {} }, { mean: 0.982, low: 0.97, high: 0.994 }],
  ['99 % (95 % to 100 %)', { reach: 'rank:Gold', share: {} }, { mean: 0.99, low: 0.95, high: 1.03 }],
  ['2 (0 to 5)', { reach: 'rank:Gold', median_plays: {} }, { mean: 2, low: -1, high: 5 }],
  ['2 (-1 to 5)', { metric: 'xp', of: 'mean', day: 1 }, { mean: 2, low: -1, high: 5 }],
  ['0.5', { flow: 'coins', of: 'taken_per_given' }, { mean: 0.5, low: null, high: null }],
  ['0 %', { reach: 'rank:Gold', share: {} }, { mean: 0, low: 0, high: 0 }],
  ['nothing to measure', { reach: 'rank:Gold', median_days: {} }, { mean: null, low: null, high: null }],
])('what was seen is shown as "%s"', (text, expectation, seen) => expect(seenText(expectation, seen)).toBe(text))
