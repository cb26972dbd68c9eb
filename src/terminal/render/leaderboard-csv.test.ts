import { expect, test } from 'vitest'
import { csv, csvText } from './leaderboard-csv.ts'

test('cells that hold what separates cells and lines are quoted, and every line ends', () => {
  expect(
    csv([
      ['id', 'name'],
      ['a', 'x, "y"\nz'],
      ['', '-5'],
    ]),
  ).toBe('id,name\r\na,"x, ""y""\nz"\r\n,-5\r\n')
})

test.each(['=1+1', '+1', '-x', '@SUM(A1)', '\tx', '\rx'])('%j as text is no formula', (text) => {
  expect(csvText(text)).toBe(`'${text}`)
})

test.each(['Neo', '', 'a=b', ' =1', '1-2'])('%j stays as it is', (text) => {
  expect(csvText(text)).toBe(text)
})
