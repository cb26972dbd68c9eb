import { expect, test } from 'vitest'
import { barsNote, trendText } from './trend-text.ts'

const WHO = ['TEAM', 'NAME'] as const

/** A trend with these ranks, a day each. */
function trendOf(id: string, ranks: readonly number[]) {
  const data = ranks.map((rank, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    rank,
    ...(rank < 0 ? {} : { score: String(1000 - rank) }),
  }))
  return { team: { id, name: id.toUpperCase() }, data }
}

test('bars of all are drawn to one measure, with where each first and last stood', () => {
  const trends = [trendOf('a', [-1, 2, 1, -1]), trendOf('b', [8, 1, 10, 10]), trendOf('c', [-1, -1, -1, -1])]
  expect(trendText(trends, WHO, true).split('\n')).toEqual([
    'TEAM  NAME  RANKS  FIRST RANK  SCORE  LAST RANK  SCORE',
    'a     A     ·▇█·            2    998          1    999',
    'b     B     ▃█▁▁            8    992         10    990',
    'c     C     ····            -      -          -      -',
  ])
  expect(barsNote(trends)).toBe('the lowest bar is rank 10, the highest is rank 1')
})

test('where all ranks are the same there is nothing to say of bars', () => {
  expect(barsNote([trendOf('a', [3, 3])])).toBe(undefined)
})

test('of many periods several share a bar, which shows the best rank of them', () => {
  const ranks = Array.from({ length: 121 }, (_, day) => (day === 4 ? 1 : day < 3 ? -1 : 5))
  const trends = [trendOf('a', ranks)]
  const bars = trendText(trends, WHO, true).split('\n')[1]?.split(/ +/)[2]
  expect(bars).toBe(`·█${'▁'.repeat(39)}`)
  expect(barsNote(trends)).toBe(
    'the lowest bar is rank 5, the highest is rank 1; each bar is the best rank of 3 periods',
  )
})

test('no periods are no bars', () => {
  expect(trendText([trendOf('a', [])], WHO, true)).toMatch(/^a +A +- +- +- +-$/m)
  expect(trendText([], ['PLAYER', 'ALIAS'], true)).toMatch(/^PLAYER {2}ALIAS/)
})
