import { describe, expect, test } from 'vitest'
import { covers, parseRoutePattern } from '../../interface/route-pattern.ts'
import { pathsOf, possiblePaths } from './called-paths.ts'

const PLAY = '/v2/runtime/actions/:action_id/play'
const TRIGGER = '/v2/runtime/processes/:process_id/play'

/** Whether a pattern is for a call of a route. */
function isFor(text: string, [method, path]: readonly [string, string], route: string, params = {}): boolean {
  const pattern = parseRoutePattern(text)
  if (typeof pattern === 'string') throw new Error(pattern)
  return pathsOf(route, { path, params }).some((parts) => covers(pattern, method, parts))
}

describe('a pattern is for a call', () => {
  const like = ['POST', '/v2/runtime/actions/like/play'] as const

  test.each([
    ['POST /v2/runtime/actions/like/play', true],
    ['POST /v2/runtime/actions/like/play/', true],
    ['POST /v2/runtime/actions/*/play', true],
    ['POST /v2/*/actions/*/play', true],
    ['POST /v2/runtime/actions/:action_id/play', true],
    ['POST /v2/:what/actions/:id/**', true],
    ['POST /v2/runtime/actions/:action_id', false],
    ['POST /v2/runtime/actions/%3Aaction_id/play', false],
    ['POST /v2/runtime/**', true],
    ['POST /v2/runtime/actions/like/play/**', true],
    ['POST /**', true],
    ['* /v2/runtime/**', true],
    ['* /**', true],
    ['GET /v2/runtime/**', false],
    ['POST /v2/admin/**', false],
    ['POST /v2/runtime/actions/*', false],
    ['POST /v2/runtime/actions/like/play/*', false],
    ['POST /v2/runtime/actions/like/play/now/**', false],
    ['POST /v2/runtime/actions/Like/play', false],
    ['POST /', false],
  ])('%s: %s', (pattern, expected) => {
    expect(isFor(pattern, like, PLAY, { action_id: 'like' })).toBe(expected)
  })

  test('as it is read, encoded or not', () => {
    const call = ['POST', '/v2/runtime/actions/l%69ke/play'] as const
    expect(isFor('POST /v2/runtime/actions/like/play', call, PLAY)).toBe(true)
    expect(isFor('POST /v2/runtime/actions/li%6Be/play', call, PLAY)).toBe(true)
    expect(isFor('POST /v2/runtime/actions/%/play', ['POST', '/v2/runtime/actions/%/play'], PLAY)).toBe(true)
  })

  test.each([
    ['/v2/runtime/processes/neo/tour/play', 'neo/tour'],
    ['/v2/runtime/processes/neo%2Ftour/play', 'neo%2Ftour'],
  ])('of a process, whichever way its id stands in %s', (path, process_id) => {
    const call = ['POST', path] as const
    for (const pattern of ['*/play', ':process_id/play', 'neo/tour/play', 'neo%2Ftour/play', '*/tour/play', '**'])
      expect([pattern, isFor(`POST /v2/runtime/processes/${pattern}`, call, TRIGGER, { process_id })]).toEqual([
        pattern,
        true,
      ])
    for (const pattern of ['neo/play', '*', 'trinity/tour/play', '*/*/*/play'])
      expect([pattern, isFor(`POST /v2/runtime/processes/${pattern}`, call, TRIGGER, { process_id })]).toEqual([
        pattern,
        false,
      ])
  })
})

test.each([
  ['', 'METHOD /path'],
  ['/v2/runtime/**', 'METHOD /path'],
  ['POST', 'METHOD /path'],
  ['POST v2/runtime', 'METHOD /path'],
  ['POST  /v2/runtime', 'METHOD /path'],
  ['POST /v2/runtime now', 'METHOD /path'],
  ['post /v2/runtime', 'GET, POST, PATCH, PUT, DELETE, or *'],
  ['HEAD /v2/runtime', 'one of the methods'],
  ['POST /v2/**/play', "'**' to be the last part"],
])('%j is no pattern, and is told why', (text, words) => {
  expect(parseRoutePattern(text)).toContain(words)
})

test.each([
  ['POST /v2/runtime/actions/like/play', PLAY, true],
  ['POST /v2/*/**', PLAY, true],
  ['POST /v2/runtime/actions/like', PLAY, false],
  ['POST /v2/runtime/processes/neo/tour/play', TRIGGER, true],
  ['POST /v2/runtime/processes/*/play', TRIGGER, true],
  ['POST /v2/runtime/processes/play', TRIGGER, false],
])('whether %s may be for calls of %s is told before any comes: %s', (text, route, expected) => {
  const pattern = parseRoutePattern(text)
  if (typeof pattern === 'string') throw new Error(pattern)
  expect(possiblePaths(route).some((parts) => covers(pattern, 'POST', parts))).toBe(expected)
})
