import { describe, expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { createClient } from '../client/create-client.ts'
import type { WireRequest } from '../client/wire.ts'
import { readVersion } from '../inspect/design-version.ts'
import { isInFiles } from './design-sides.ts'

/** A client of a service that has one component of each kind, and writes down what it is asked. */
function recorded(): { client: Client; asked: string[] } {
  const asked: string[] = []
  const answer = ({ url }: WireRequest): unknown => {
    const { pathname, search } = new URL(url)
    if (pathname === '/auth/token') return { access_token: 'x', token_type: 'Bearer' }
    asked.push(pathname.replace('/v2/design/versions/', '') + search)
    return pathname.endsWith('bootstrap') ? { scores: [] } : [{ id: pathname.split('/').at(-1) }]
  }
  const wire = {
    send: (request: WireRequest) => Promise.resolve({ status: 200, text: JSON.stringify(answer(request)) }),
    open: () => Promise.reject(new Error('nothing is followed here')),
    close: () => Promise.resolve(),
  }
  return { client: createClient({ url: 'http://localhost', clientId: 'a', clientSecret: 'b', wire }), asked }
}

describe('a version of the design', () => {
  test('is read kind by kind, with its bootstrap', async () => {
    const { client, asked } = recorded()
    expect(await readVersion(client, 'v1')).toEqual({
      metrics: [{ id: 'metrics' }],
      actions: [{ id: 'actions' }],
      processes: [{ id: 'processes' }],
      teams: [{ id: 'teams' }],
      rules: [{ id: 'rules' }],
      leaderboards: [{ id: 'leaderboards' }],
      bootstrap: { scores: [] },
    })
    expect(asked).toContain('v1/metrics')
  })

  test('called stash is that of latest', async () => {
    const { client, asked } = recorded()
    await readVersion(client, 'stash')
    expect(asked).toHaveLength(7)
    for (const path of asked) expect(path).toMatch(/^latest\/\w+\?source=stash$/)
  })
})

describe('a design is in files', () => {
  test.each(['files', './design', '../x', 'a/b', 'C:\\x', '.'])('where it is called %s', (side) =>
    expect(isInFiles(side)).toBe(true),
  )
  test.each(['latest', 'stash', 'v1', 'v12'])('but not where it is called %s', (side) =>
    expect(isInFiles(side)).toBe(false),
  )
})
