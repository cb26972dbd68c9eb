import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '../../test/support/fake-server.ts'

afterEach(() => {
  vi.doUnmock('./app.ts')
})

test('what h3 is needed for is 500 where it cannot be loaded, and all else is answered', async () => {
  vi.doMock('./app.ts', () => {
    throw new Error('no such module')
  })
  const defects: unknown[] = []
  const { call } = await fakeServer({ noAuth: true, onDefect: (defect) => defects.push(defect) })
  expect(await call('GET /nowhere?x=1')).toMatchObject(refusal(500, 'internal_error'))
  expect(defects).toMatchObject([{ method: 'GET', path: '/nowhere' }])
  expect(await call('GET /v2/runtime/player?player_id=neo')).toMatchObject({ status: 200 })
})

test('a log that fails costs a call its answer, and nothing else', async () => {
  let fails = true
  const { url } = await fakeServer({
    onRequest: () => {
      if (fails) throw new Error('nobody reads')
    },
  })
  await expect(fetch(`${url}/_gamify/health`)).rejects.toThrow('fetch failed')
  fails = false
  expect(await fetch(`${url}/_gamify/health`)).toMatchObject({ status: 200 })
})
