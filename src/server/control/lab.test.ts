import { expect, test } from 'vitest'
import { fakeServer, refusal } from '../../../test/support/fake-server.ts'
import type { LabLine, LabNews, LabRequest } from '../../interface/lab-jobs.ts'
import type { ServedLab } from './lab.ts'

const lineOf = (news: LabNews): LabLine => ({
  kind: Object.keys(news)[0] as LabLine['kind'],
  text: JSON.stringify(news),
})

/** A lab that says what it is told to, and keeps what it was asked. */
function fakeLab(news: readonly LabNews[]): ServedLab & { readonly asked: LabRequest[]; isOver: boolean } {
  const lab = {
    asked: [] as LabRequest[],
    isOver: false,
    files: async () => ({ simulations: [{ file: 'simulations/a.json', id: 'a', value: {} }], checks: [] }),
    async *run(request: LabRequest, _runtime: string, signal: AbortSignal) {
      lab.asked.push(request)
      try {
        for (const each of news) yield lineOf(each)
        if (!news.some((each) => 'report' in each))
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
      } finally {
        lab.isOver = true
      }
    },
  }
  return lab
}

const progress = { progress: { done: 1, of: 2, plays: 3 } }

test('a job answers its progress and its report, a line each', async () => {
  const lab = fakeLab([progress, { partial: { players: 3 } }, { report: { players: 7 } }])
  const { url, token } = await fakeServer({ lab })
  const answer = await fetch(`${url}/_gamify/lab/simulate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token()}` },
    body: JSON.stringify({ simulation: { days: 3 }, seed: 's', partial: true }),
  })
  expect(await answer.text()).toBe(`${JSON.stringify(progress)}\n{"partial":{"players":3}}\n{"report":{"players":7}}\n`)
  expect(lab.asked).toEqual([{ kind: 'simulate', simulation: { days: 3 }, seed: 's', partial: true }])
})

test('what is wrong with the input of a job is refused like any other input', async () => {
  const errors = [{ path: 'days', message: 'expected number' }]
  const lab = fakeLab([{ problems: errors }])
  const { call } = await fakeServer({ lab })
  expect(await call('POST /_gamify/lab/simulate', {})).toMatchObject({
    status: 400,
    body: { error: 'validation_exception', data: { errors } },
  })
  expect(lab.isOver).toBe(true)
  for (const [path, body] of [
    ['simulate', { simulation: [] }],
    ['simulate', { seed: '' }],
    ['simulate', { partial: 'yes' }],
    ['check', {}],
    ['check', { checks: [{}], runs: 0 }],
    ['what-if', { more: 1 }],
    ['what-if', '{'],
  ] as const)
    expect(await call(`POST /_gamify/lab/${path}`, body)).toMatchObject({ status: 400 })
})

test('a job ends when its caller goes away', async () => {
  const lab = fakeLab([progress])
  const { url, token } = await fakeServer({ lab })
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${await token()}` }
  const answer = await fetch(`${url}/_gamify/lab/what-if`, {
    method: 'POST',
    headers,
    body: '{}',
    signal: leaving.signal,
  })
  leaving.abort()
  await expect(answer.text()).rejects.toThrow()
  await expect.poll(() => lab.isOver).toBe(true)
})

test('the files and the lints of a project are listed', async () => {
  const { call } = await fakeServer({ lab: fakeLab([{ report: [{ id: 'free-loop' }] }]) })
  expect((await call('GET /_gamify/lab')).body).toEqual({
    simulations: [{ file: 'simulations/a.json', id: 'a', value: {} }],
    checks: [],
  })
  expect((await call('GET /_gamify/lab/lints')).body).toEqual({ data: [{ id: 'free-loop' }], total: 1 })
})

test('without a lab there are no such routes', async () => {
  const { call } = await fakeServer()
  expect(await call('GET /_gamify/lab')).toMatchObject(refusal(404, 'route_not_found'))
})
