import fc from 'fast-check'
import { expect, test } from 'vitest'
import { h3Server } from '../../test/support/h3-server.ts'
import { jsonAnswer } from './answer.ts'
import { PathIndex } from './path-index.ts'

const patterns = [
  '/',
  '/players',
  '/players/:id',
  '/players/:id/scores',
  '/players/me/feed',
  '/:kind/:id/teams',
  '/teams/:team/members/:member',
]
const index = new PathIndex<string>()
for (const pattern of patterns) index.add(pattern, pattern)

test('a fixed segment goes before a parameter, which takes over where the fixed one leads nowhere', () => {
  expect(index.find('/players/me')).toEqual({ value: '/players/:id', params: { id: 'me' } })
  expect(index.find('/players/me/feed')).toEqual({ value: '/players/me/feed', params: {} })
  expect(index.find('/players/me/scores')).toEqual({ value: '/players/:id/scores', params: { id: 'me' } })
  expect(index.find('/players/me/teams')).toEqual({ value: '/:kind/:id/teams', params: { kind: 'players', id: 'me' } })
})

test.each([
  '//',
  '/players//',
  '//players',
  '/players//scores',
  '/Players',
  '/players/me/feed/x',
  '/__proto__',
  '/teams/a/members',
])('%j leads nowhere', (path) => {
  expect(index.find(path)).toBeUndefined()
})

test('more paths than are remembered are found all the same', () => {
  for (let i = 0; i < 2_500; i++) expect(index.find(`/players/${i}`)?.params).toEqual({ id: String(i) })
  expect(index.find('/players/0')?.params).toEqual({ id: '0' })
})

test('a path is remembered, but for one of unusual length', () => {
  expect(index.find('/players/neo')).toBe(index.find('/players/neo'))
  const long = `/players/${'n'.repeat(60_000)}`
  expect(index.find(long)).toMatchObject({ value: '/players/:id' })
  expect(index.find(long)).not.toBe(index.find(long))
})

test('a path leads where it leads through h3', async () => {
  const url = await h3Server(
    patterns.map((path) => ({
      method: 'GET',
      path,
      endpoint: ({ params }) => jsonAnswer(200, { value: path, params }),
    })),
  )
  const segment = fc.constantFrom('players', 'teams', 'me', 'members', 'scores', 'feed', 'x', 'constructor', '')
  const paths = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const response = await fetch(url + path)
      const there = (await response.json()) as object
      expect(index.find(path) ?? { error: 'route_not_found' }).toMatchObject(
        response.status === 200 ? there : { error: 'route_not_found' },
      )
    }),
    { numRuns: 500 },
  )
})
