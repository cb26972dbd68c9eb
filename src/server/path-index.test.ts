import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { h3Server } from '../../test/support/h3-server.ts'
import { jsonAnswer } from './answer.ts'
import { PathIndex } from './path-index.ts'

function indexOf(patterns: readonly string[]): PathIndex<string> {
  const index = new PathIndex<string>()
  for (const pattern of patterns) index.at(pattern, () => pattern)
  return index
}

const patterns = [
  '/',
  '/players',
  '/players/:id',
  '/players/:id/scores',
  '/players/me/feed',
  '/:kind/:id/teams',
  '/teams/:team/members/:member',
]
const index = indexOf(patterns)

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

test('what stands at a pattern is put there once, and its parameters have one name each', () => {
  const paths = new PathIndex<object>()
  expect(paths.at('/players/:id/', () => ({}))).toBe(paths.at('/players/:id', () => ({})))
  expect(() => paths.at('/players/:player_id', () => ({}))).toThrow('have other names elsewhere')
})

const processes = indexOf([
  '/processes',
  '/processes/:process_id',
  '/processes/:process_id/activity',
  '/processes/:process_id/invites',
  '/processes/:process_id/invites/:invite_id',
  '/processes/:process_id/performers',
  '/processes/:process_id/performers/:performer_id',
  '/processes/:process_id/performers/:performer_id/kick',
  '/processes/settings',
  '/definitions/processes/:process_definition_id',
])

describe('an id with slashes', () => {
  test.each([
    ['/processes/neo', '', { process_id: 'neo' }],
    ['/processes/neo/', '', { process_id: 'neo' }],
    ['/processes/neo/tour', '', { process_id: 'neo/tour' }],
    ['/processes/neo%2Ftour', '', { process_id: 'neo%2Ftour' }],
    ['/processes/neo/a%2Fb/c/', '', { process_id: 'neo/a%2Fb/c' }],
    ['/processes/neo/activity', '/activity', { process_id: 'neo' }],
    ['/processes/neo/activity/', '/activity', { process_id: 'neo' }],
    ['/processes/neo%2Factivity', '', { process_id: 'neo%2Factivity' }],
    ['/processes/neo%2Factivity/activity', '/activity', { process_id: 'neo%2Factivity' }],
    ['/processes/neo/tour/activity', '/activity', { process_id: 'neo/tour' }],
    ['/processes/neo/activity/activity', '/activity', { process_id: 'neo/activity' }],
    ['/processes/activity', '', { process_id: 'activity' }],
    ['/processes/activity/activity', '/activity', { process_id: 'activity' }],
    ['/processes/neo/kick', '', { process_id: 'neo/kick' }],
    ['/processes/neo/performers/kick', '/performers/:performer_id', { process_id: 'neo', performer_id: 'kick' }],
    ['/processes/neo/performers/x', '/performers/:performer_id', { process_id: 'neo', performer_id: 'x' }],
    ['/processes/neo/performers/activity', '/activity', { process_id: 'neo/performers' }],
    ['/processes/neo/tour/performers', '/performers', { process_id: 'neo/tour' }],
    ['/processes/neo/tour/performers/x', '/performers/:performer_id', { process_id: 'neo/tour', performer_id: 'x' }],
    [
      '/processes/neo/tour/performers/x/kick',
      '/performers/:performer_id/kick',
      { process_id: 'neo/tour', performer_id: 'x' },
    ],
    ['/processes/neo/performers/x/y', '', { process_id: 'neo/performers/x/y' }],
    ['/processes/performers/x/kick', '', { process_id: 'performers/x/kick' }],
    [
      '/processes/performers/performers/x/kick',
      '/performers/:performer_id/kick',
      { process_id: 'performers', performer_id: 'x' },
    ],
    ['/processes/settings/x', '', { process_id: 'settings/x' }],
    ['/processes/__proto__/constructor', '', { process_id: '__proto__/constructor' }],
  ])('%s', (path, pattern, params) => {
    expect(processes.find(path)).toEqual({ value: `/processes/:process_id${pattern}`, params })
  })

  test('is none where the path is a fixed one', () => {
    expect(processes.find('/processes/')).toEqual({ value: '/processes', params: {} })
    expect(processes.find('/processes/settings')).toEqual({ value: '/processes/settings', params: {} })
  })

  test.each([
    '/processes//',
    '/processes//neo',
    '/processes//activity',
    '/processes/neo//',
    '/processes/neo//activity',
    '/processes/neo//tour',
    '/processes/neo/activity//',
    '/processes/neo/performers//kick',
    '/definitions/processes/neo/tour',
    '/definitions/processes/neo/activity',
  ])('cannot have an empty part, and is an id of a process: %s leads nowhere', (path) => {
    expect(processes.find(path)).toBeUndefined()
  })

  test('is what the route leaves over, whatever its parts are', () => {
    const part = fc.constantFrom('neo', 'tour', 'activity', 'performers', 'kick', 'invites', 'a%2Fb', '..', 'x.y')
    const ids = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(ids, part, (id, performer) => {
        const kick = `/performers/${performer}/kick`
        expect(processes.find(`/processes/${id}${kick}`)?.params).toEqual({ process_id: id, performer_id: performer })
        expect(processes.find(`/processes/${id}/activity`)?.params).toEqual({ process_id: id })
        expect(processes.find(`/processes/${encodeURIComponent(id)}`)?.params).toEqual({
          process_id: encodeURIComponent(id),
        })
      }),
    )
  })

  test('may have very many parts', () => {
    const id = Array(100_000).fill('performers').join('/')
    expect(processes.find(`/processes/${id}/x/kick`)).toEqual({
      value: '/processes/:process_id/performers/:performer_id/kick',
      params: { process_id: id.slice(0, -'/performers'.length), performer_id: 'x' },
    })
    expect(processes.find(`/processes/${id}//kick`)).toBeUndefined()
  })
})

test('a path leads where it leads through h3', async () => {
  const served = [...patterns, '/processes/:process_id', '/processes/:process_id/performers/:performer_id/kick']
  const reading = indexOf(served)
  const url = await h3Server(
    served.map((path) => ({
      method: 'GET',
      path,
      endpoint: ({ params }) => jsonAnswer(200, { value: path, params }),
    })),
  )
  const segment = fc.constantFrom('players', 'teams', 'me', 'members', 'processes', 'performers', 'kick', 'a%2Fb', '')
  const paths = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const response = await fetch(url + path)
      const there = (await response.json()) as object
      expect(reading.find(path) ?? { error: 'route_not_found' }).toMatchObject(
        response.status === 200 ? there : { error: 'route_not_found' },
      )
    }),
    { numRuns: 500 },
  )
})
