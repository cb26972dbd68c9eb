import { expect, test } from 'vitest'
import { lcovOf } from './lcov.ts'
import type { LocatedPart } from './located.ts'

const at = (file: string, line: number, count: number, more: Partial<LocatedPart> = {}): LocatedPart => ({
  kind: 'reward',
  component: 'actions',
  id: 'a',
  path: `${line}.${count}`,
  count,
  file: `/game/design/${file}`,
  line,
  column: 1,
  ...more,
})

const branch = (line: number, path: string, met: number, unmet: number): readonly LocatedPart[] =>
  [true, false].map((isMet) => at('b.json', line, isMet ? met : unmet, { kind: 'requirement', path, met: isMet }))

test('a line was taken as often as the least of its parts, a requirement as often as it was judged', () => {
  const parts = [
    at('b.json', 9, 3),
    at('b.json', 9, 0),
    at('b.json', 2, 5),
    ...branch(4, 'requires', 2, 0),
    ...branch(4, 'other', 0, 0),
    ...branch(6, 'requires.expression.0', 1, 3),
    at('actions/a.json', 1, 7),
  ]
  expect(lcovOf(parts, '/game')).toBe(
    [
      'TN:',
      'SF:design/actions/a.json',
      'DA:1,7',
      'LF:1',
      'LH:1',
      'end_of_record',
      'TN:',
      'SF:design/b.json',
      'BRDA:4,0,0,2',
      'BRDA:4,0,1,0',
      'BRDA:4,1,0,-',
      'BRDA:4,1,1,-',
      'BRDA:6,0,0,1',
      'BRDA:6,0,1,3',
      'BRF:6',
      'BRH:3',
      'DA:2,5',
      'DA:4,0',
      'DA:6,4',
      'DA:9,0',
      'LF:4',
      'LH:2',
      'end_of_record',
      '',
    ].join('\n'),
  )
})

test('parts whose place is not known are left out', () => {
  const { file: _, line: __, column: ___, ...nowhere } = at('a.json', 1, 1)
  expect(lcovOf([nowhere], '/game')).toBe('')
})
