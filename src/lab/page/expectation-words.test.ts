import { expect, test } from 'vitest'
import type { Expectation } from '../simulate/simulation.ts'
import { expectationWords } from './expectation-words.ts'

test.each<[Expectation, string, string, string]>([
  [{ reach: 'rank:Gold', share: { min: 0.9 } }, 'Share who reach rank:Gold', 'at least 90%', '50%'],
  [
    { reach: 'process:tour', by_day: 7, median_days: { max: 3 } },
    'Median days to reach process:tour by day 7',
    'at most 3',
    '0.5',
  ],
  [{ reach: 'rank:Gold', median_plays: { min: 1, max: 9 } }, 'Median plays to reach rank:Gold', '1 to 9', '0.5'],
  [{ metric: 'coins', of: 'gini', day: 30, max: 0.6 }, 'Gini of coins after day 30', 'at most 0.6', '0.5'],
  [{ flow: 'coins', of: 'taken_per_given', min: 1, max: 1 }, 'Taken per given of coins', 'exactly 1', '0.5'],
  [
    { refused: 'rate_limit_exceeded', share: { max: 0.05 } },
    'Share of tries refused with rate_limit_exceeded',
    'at most 5%',
    '50%',
  ],
  [{ active: true, day: 7, share: {} }, 'Share active on day 7', 'any', '50%'],
])('puts %j into words', (expectation, figure, bounds, half) => {
  const words = expectationWords(expectation)
  expect([words.figure, words.bounds, words.write(0.5), words.write(null)]).toEqual([figure, bounds, half, '–'])
})
