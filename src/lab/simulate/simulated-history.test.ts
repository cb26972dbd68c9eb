import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { action, add, designOf, point, remove, score } from '../../../test/support/design-parts.ts'
import type { Design } from '../../game/design/design.ts'
import { DAY_MS } from '../../game/kernel/instant.ts'
import { isBroken, loadDesign } from '../../project/load-design.ts'
import { gameOf } from '../../project/project.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import type { DesignParts } from '../../testing/game.ts'
import { startGame } from '../../testing/start-game.ts'
import { simulatedGame } from '../lab-info.ts'
import { builtInSimulation } from './built-in.ts'
import { SimulatedHistory, type DatedStep } from './simulated-history.ts'

const fromMs = Date.parse('2030-03-20T15:30:00Z')
const untilMs = fromMs + 14 * DAY_MS

async function designIn(template: string): Promise<Design> {
  const design = await loadDesign(nodeFileSystem(), join(import.meta.dirname, '../../../templates', template, 'design'))
  if (isBroken(design)) throw new Error(`the template ${template} has a broken design`)
  return design
}

/** Twelve players of the built-in personas, who join one every eighteen hours, in a zone whose clocks change meanwhile. */
function historyOf(design: Design, seed = 'a'): SimulatedHistory {
  const personas = Object.values(builtInSimulation(design).personas)
  const players = Array.from({ length: 12 }, (_, i) => {
    const id = `p${i}`
    const persona = personas[i % personas.length]
    if (!persona) throw new Error('there is no persona')
    return {
      id,
      persona,
      profile: { alias: `Player ${i}`, email: `${id}@example.com` },
      joinsAt: fromMs + i * 0.75 * DAY_MS,
    }
  })
  const game = simulatedGame(gameOf({ game: { timezone: 'Europe/Berlin' } }))
  return new SimulatedHistory({ design, game, gameSeed: 'luck', seed, players, fromMs, untilMs })
}

/** Plays steps in a game; gives what it says of each kind of failure. */
async function replay(design: Design, steps: readonly DatedStep[], randomSeed: string): Promise<readonly string[]> {
  const game = await startGame({
    design: design.source as DesignParts,
    game: { timezone: 'Europe/Berlin' },
    now: untilMs,
    frozen: true,
    randomSeed,
  })
  onTestFinished(() => game.stop())
  const body = steps.map((step) => JSON.stringify(step)).join('\n')
  const { body: token } = await game.client.request('POST', '/auth/token', {
    body: { client_id: 'gamify-staging', client_secret: 'gamify-dev-secret', grant_type: 'client_credentials' },
  })
  const authorization = `Bearer ${(token as { readonly access_token: string }).access_token}`
  const headers = { authorization, 'content-type': 'application/x-ndjson' }
  const answer = await game.fetch('/_gamify/commands', { method: 'POST', headers, body })
  const { done, failed } = (await answer.json()) as { done: number; failed: { error: string }[] }
  expect(done + failed.length).toBe(steps.length)
  return failed.map(({ error }) => error)
}

test.each(['starter', 'quest', 'league', 'learning'])(
  'a game with the same design and seed accepts all that players did in the lab: %s',
  { timeout: 60_000 },
  async (template) => {
    const design = await designIn(template)
    const history = historyOf(design)
    const steps = [...history.steps()]
    expect(await replay(design, steps, 'luck')).toEqual([])
    expect(steps.filter((step) => 'action' in step || 'trigger' in step)).toHaveLength(history.plays)
  },
)

test('what players did in the lab depends on luck, and includes processes and teams', { timeout: 60_000 }, async () => {
  const wheel = action('wheel', [{ ...add('keys', '1'), probability: 0.5 }])
  const open = action('open', [remove('keys', '1')], { requires: score('keys', 'ge', '1') })
  const design = designOf({
    metrics: [point('keys', { min: '0' })],
    actions: [wheel, open],
    processes: [{ id: 'tour', name: 'Tour', activities: [{ id: 'look', name: 'Look', type: 'task' }] }],
    teams: [
      {
        id: 'guild',
        name: 'Guild',
        permissions: [['member', {}]],
        settings: { max_players: '3', access: ['PUBLIC'] },
      },
    ],
  })
  const history = historyOf(design)
  const steps = [...history.steps()]
  const fields = new Set(steps.flatMap((step) => Object.keys(step)))
  expect(fields).toEqual(new Set(['request', 'body', 'at', 'as', 'action', 'create', 'join', 'process', 'trigger']))
  expect(history.refused).toBeGreaterThan(0)
  expect(await replay(design, steps, 'luck')).toEqual([])
  expect(await replay(design, steps, 'other luck')).not.toEqual([])
})

test('the steps are in the order of time, from the first joining until the end, and nobody plays before joining', async () => {
  const history = historyOf(await designIn('starter'))
  const joined = new Map<string, number>()
  let last = fromMs
  for (const step of history.steps()) {
    const at = Date.parse(step.at)
    expect(at).toBeGreaterThanOrEqual(last)
    last = at
    if ('request' in step) joined.set((step.body as { readonly id: string }).id, at)
    else if ('as' in step) expect(joined.get(step.as ?? '')).toBeLessThanOrEqual(at)
    expect(history.elapsedMs).toBe(at - fromMs)
  }
  expect(last).toBeGreaterThan(untilMs - DAY_MS)
  expect(last).toBeLessThanOrEqual(untilMs)
  expect([...joined.values()]).toEqual(Array.from({ length: 12 }, (_, i) => fromMs + i * 0.75 * DAY_MS))
})

test('the same seed makes the same history, and another one another', async () => {
  const design = await designIn('quest')
  const textOf = (seed: string): string => JSON.stringify([...historyOf(design, seed).steps()])
  expect(textOf('a')).toBe(textOf('a'))
  expect(textOf('a')).not.toBe(textOf('b'))
})
