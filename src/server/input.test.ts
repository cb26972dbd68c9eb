import { expect, test } from 'vitest'
import { routes } from '../game/routes.ts'
import { inputReader, valueReader } from './input.ts'
import type { Row } from './row.ts'

const rows: readonly Row[] = routes

test.each(
  rows.filter(({ body }) => body === undefined).map((row) => [`${row.method} /${row.api}${row.path}`, row] as const),
)('%s takes no body, whether it comes as text or was parsed already', (_, row) => {
  const params = Object.fromEntries(Array.from(row.path.matchAll(/:(\w+)/g), ([, name = '']) => [name, 'x']))
  const query = { value: 'x', email: 'x@example.org' }
  const ofText = inputReader(row)(params, query, '"text"')
  const ofValue = valueReader(row)(params, query, 'text')
  expect(ofText).not.toHaveProperty('fault')
  expect(ofValue).toEqual(ofText)
})
