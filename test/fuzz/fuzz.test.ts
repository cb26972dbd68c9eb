import { expect, onTestFinished, test, vi } from 'vitest'
import { fuzz, type FuzzOptions } from '../../fuzz/fuzz.ts'
import { openFuzzedGame, type FuzzedGame } from '../../fuzz/fuzzed-game.ts'
import { planOf } from '../../fuzz/plan.ts'
import { reportText, type Failure, type Report } from '../../fuzz/report.ts'
import { allTargets } from '../../fuzz/targets.ts'
import { routes } from '../../src/game/routes.ts'
import { PathIndex } from '../../src/server/path-index.ts'
import type { Row } from '../../src/server/row.ts'

/** Each route is asked so often in the suite. */
const TURNS = 10

test('no damaged request is answered as none may be, at any route', { timeout: 120_000 }, async () => {
  const targets = planOf(1).targets.length
  const report = await fuzz({ seed: 20_300_106, requests: targets * TURNS })
  expect(report.failures, reportText(report)).toEqual([])
  const asked = [...report.targets.values()].map(({ sent }) => sent)
  // Those that end a whole game are asked once in many turns.
  expect(asked.filter((sent) => sent < TURNS).length).toBeLessThan(10)
  const accepted = [...report.targets.values()].filter((each) => each.accepted > 0)
  expect(accepted.length).toBeGreaterThan(targets * 0.6)
  for (const status of [200, 400, 401, 404, 405, 409])
    expect(report.statuses.get(status), `${status}`).toBeGreaterThan(0)
  expect(report.rawStatuses.get(400)).toBeGreaterThan(0)
})

test('the targets are all that a server answers', async () => {
  const mounted = vi.spyOn(PathIndex.prototype, 'at')
  onTestFinished(() => mounted.mockRestore())
  const game = await openFuzzedGame()
  await game.stop()
  const served = mounted.mock.results.flatMap(({ value }, i) => {
    const methods = value instanceof Map ? [...(value as ReadonlyMap<string, unknown>).keys()] : []
    return methods.map((method) => `${method} ${mounted.mock.calls[i]?.[0]}`)
  })
  expect(served.length).toBeGreaterThan(0)
  const targets = allTargets().all.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(targets)].toSorted()).toEqual([...new Set(served)].toSorted())
})

test('the same seed makes the same requests', async () => {
  const told = async (seed: number) => {
    const requests: string[] = []
    await fuzz({
      seed,
      requests: 120,
      row: '/v2/admin/',
      onOutcome: (_, { sent, reply }) => {
        const headers = sent.headers.filter(([name]) => name !== 'authorization')
        const asked = JSON.stringify([sent.method, sent.path, headers, sent.body?.toString('base64')])
        requests.push(`${asked} ${reply?.status}`)
      },
    })
    return requests
  }
  const [first, second, other] = [await told(7), await told(7), await told(8)]
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
})

/** What a run finds first. */
async function found(options: Omit<FuzzOptions, 'seed'>): Promise<Failure | undefined> {
  const ending = new AbortController()
  const end = ({ failures }: Report): void => void (failures.length > 0 && ending.abort())
  const { failures } = await fuzz({ ...options, seed: 1, signal: ending.signal, onProgress: end })
  return failures[0]
}

const PLAYERS = 'GET /v2/admin/players'

/** A game in which something is done beside some answers. */
const besideRefusals = (act: (game: FuzzedGame) => Promise<void>) => async (): Promise<FuzzedGame> => {
  const game = await openFuzzedGame()
  return {
    ...game,
    fetch: async (request) => {
      const answer = await game.fetch(request)
      if (answer.status === 400) await act(game)
      return answer
    },
  }
}

/** Sends a request of its own as an operator. */
async function operate({ fetch, url, token }: FuzzedGame, path: string, body: string | FormData): Promise<void> {
  const authorization = `Bearer ${await token('gamify-staging')}`
  const { status } = await fetch(new Request(url + path, { method: 'POST', headers: { authorization }, body }))
  if (status >= 500) throw new Error(`${path} was answered ${status}`)
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A game in which something is done for each answer of the list of players. */
const besidePlayers = (present: (result: never) => unknown) => () =>
  openFuzzedGame(
    (routes as readonly Row[]).map((row) =>
      row.out === 'image' || `${row.method} /${row.api}${row.path}` !== PLAYERS ? row : { ...row, present },
    ),
  )

test('an answer that throws is found, with the request that it takes', async () => {
  const row = PLAYERS
  const open = besidePlayers(() => {
    throw new Error('planted')
  })
  const report = await fuzz({ seed: 1, requests: 10, row, open })
  const first = report.failures.find(({ target }) => target === PLAYERS)
  // It takes no damage at all.
  const words = expect.stringContaining('planted') as string
  expect(first).toMatchObject({ problem: { kind: 'defect', words }, alone: true, mutations: [] })
  expect(reportText(report)).toContain(`npm run fuzz -- --seed 1 --row '${row}' --at ${first?.number}`)
})

test('a refusal that changes the game is found', async () => {
  let born = 0
  const open = besideRefusals((game) => operate(game, '/v2/admin/players', `{"id":"planted${(born += 1)}"}`))
  expect(await found({ requests: 60, row: 'POST /v2/admin/invites', open })).toMatchObject({
    problem: { kind: 'change', words: expect.stringContaining('refused, and went from') as string },
  })
})

test('a refusal that keeps something which no entry tells of is found', async () => {
  let kept = 0
  const open = besideRefusals(async (game) => {
    const form = new FormData()
    const { redAndBlue } = await import('../support/images.ts')
    const png = await redAndBlue(4 + (kept += 1), 4)
      .png()
      .toBuffer()
    form.set('file', new Blob([new Uint8Array(png)]))
    await operate(game, '/v2/design/images', form)
  })
  expect(await found({ requests: 400, row: 'POST /v2/admin/invites', open })).toMatchObject({
    problem: { kind: 'change', words: 'refused, and what is kept is not as it was' },
  })
})

test('a request that holds the loop is found', async () => {
  const open = besidePlayers(() => {
    for (const end = cpuMs() + 300; cpuMs() < end;);
    return { data: [], total: 0 }
  })
  expect(await found({ requests: 10, row: PLAYERS, open })).toMatchObject({ problem: { kind: 'long' } })
})

test('what nobody catches is found', async () => {
  const open = besideRefusals(async () => void Promise.reject(new Error('planted')))
  expect(await found({ requests: 30, row: 'POST /v2/admin/invites', open })).toMatchObject({
    problem: { kind: 'rejection', words: expect.stringContaining('planted') as string },
  })
})
