import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentedRoutes, nameOf } from './documented-routes.ts'
import { errorCases } from './error-cases.ts'
import { successCases } from './success-cases.ts'
import { usualErrors } from './usual-errors.ts'

/** A table of the documents: lines of fields. */
const fixture = (name: string): readonly (readonly string[])[] => {
  const text = readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}

/** Every route of documents 1 to 3 and 5, by its name. */
const names = fixture('routes.tsv').map(([api = '', method = '', path = '']) => `${method} ${api}${path}`)

/**
 * What documents 1 to 5 say that a route answers, as `404:player_not_found`: what each lists beside the route, and what
 * documents 4 and 5 add to it. What every route of its sort answers (token, scope, player, body) is not repeated, and
 * `temporary_failure` is left out, which comes on demand only (4.15).
 */
const errorsOf: ReadonlyMap<string, readonly string[]> = new Map(
  fixture('route-errors.tsv').map(([method = '', path = '', errors = '']) => [
    `${method} ${path}`,
    errors.split(' ').filter((each) => each !== ''),
  ]),
)

/**
 * How often the tables drive each error at a route; each of their lines is a test of its own. That a call has no right to
 * the route, or acts for a disabled player, is not what the documents mean by the `access_denied` of a route.
 */
function errorsDriven(name: string): ReadonlyMap<string, number> {
  const route = documentedRoutes.find((each) => nameOf(each) === name)
  const usual = (route ? usualErrors(route) : []).filter(({ answer }) => answer.error !== 'access_denied')
  const answers = [...errorCases.filter(({ routes }) => routes.includes(name)), ...usual]
  const counts = new Map<string, number>()
  for (const { answer } of answers) {
    const error = `${answer.status}:${answer.error}`
    counts.set(error, (counts.get(error) ?? 0) + 1)
  }
  return counts
}

/** A line of the table: how many tests drive a success of the route, and each error that the documents give it. */
interface Coverage {
  readonly name: string
  readonly tests: readonly (readonly [answer: string, tests: number])[]
}

const coverage = names.map((name): Coverage => {
  const driven = errorsDriven(name)
  const successes = successCases.filter(({ routes }) => routes.includes(name)).length
  const errors = (errorsOf.get(name) ?? []).map((error) => [error, driven.get(error) ?? 0] as const)
  return { name, tests: [['200', successes], ...errors] }
})

const width = Math.max(...names.map(({ length }) => length))
const lineOf = ({ name, tests }: Coverage): string =>
  `${name.padEnd(width)}  ${tests.map(([answer, count]) => `${answer} ${count === 0 ? 'GAP' : `x${count}`}`).join('  ')}`

test('every route of the documents is in the tables, and no other', () => {
  expect(documentedRoutes.map(nameOf).toSorted()).toEqual(names.toSorted())
  expect([...errorsOf.keys()]).toEqual(names)
  expect(new Set(successCases.flatMap(({ routes }) => routes)).difference(new Set(names))).toEqual(new Set())
})

test('every route is called with a success and with each error that the documents give it', () => {
  process.stdout.write(`Routes, and how many tests drive each of their answers:\n${coverage.map(lineOf).join('\n')}\n`)
  expect(coverage.filter(({ tests }) => tests.some(([, count]) => count === 0)).map(lineOf)).toEqual([])
})
