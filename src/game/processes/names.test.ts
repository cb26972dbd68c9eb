import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { processId, processName, routeWords } from './names.ts'

test('every word that a route puts behind the id of a process is known as one', () => {
  const words = routes.flatMap(({ path }) => /\/:process_id\/(\w+)/.exec(path)?.[1] ?? [])
  expect(routeWords).toEqual(new Set(words))
})

const accepts = (schema: { safeParse: (text: string) => { success: boolean } }, texts: readonly string[]) =>
  texts.filter((text) => schema.safeParse(text).success)

const texts = [
  'tour',
  'neo/tour',
  'activity',
  'neo/activity',
  'activity/neo',
  'a/b/c',
  'neo/',
  '/tour',
  '1st',
  'neo/1st',
]

test('a player names a process by one name, which is no such word', () => {
  expect(accepts(processName, texts)).toEqual(['tour'])
})

test('an operator may name the owner too', () => {
  expect(accepts(processId, texts)).toEqual(['tour', 'neo/tour', 'activity/neo'])
})
