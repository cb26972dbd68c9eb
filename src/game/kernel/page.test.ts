import { expect, test } from 'vitest'
import { pageFrom, rowsOf } from './page.ts'

interface Row {
  readonly id: number
}
const rows = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id }))
const id = (row: Row): number => row.id
const odd = (row: Row): boolean => row.id % 2 === 1

/** What a walk gives, and how often it let others have their turn. */
function walked<R>(walk: Generator<unknown, R>, meanwhile = (): void => undefined): { turns: number; result: R } {
  for (let turns = 0; ; turns += 1) {
    const step = walk.next()
    if (step.done) return { turns, result: step.value }
    meanwhile()
  }
}

test.each([
  [{ skip: 0, limit: 2, show: id }, [0, 1], 6],
  [{ skip: 4, limit: 5, show: id }, [4, 5], 6],
  [{ skip: 1, limit: 1, show: id, matches: odd }, [3], 3],
  [{ skip: 9, limit: 1, show: id }, [], 6],
])('a page of six rows, %#', (page, data, total) => {
  const withHole: (Row | undefined)[] = rows(6)
  withHole.splice(2, 0, undefined)
  expect(walked(pageFrom(withHole, page)).result).toEqual({ data, total })
})

test.each(['that match', 'that do not', 'that are gone'])('others have their turn after so many rows %s', (which) => {
  const many = which === 'that are gone' ? Array.from({ length: 4096 }, () => undefined) : rows(4096)
  const matches = () => which === 'that match'
  expect(walked(pageFrom(many, { skip: 0, limit: 1, show: id, matches })).turns).toBe(4)
})

test('what comes during a walk is left out', () => {
  const list = rows(2048)
  const walk = pageFrom(rowsOf(list), { skip: 0, limit: 0, show: id })
  expect(walked(walk, () => list.push({ id: 0 })).result.total).toBe(2048)
})
