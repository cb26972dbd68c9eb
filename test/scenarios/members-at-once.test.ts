import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { happening, processMade, teamMade } from '../support/subject-events.ts'
import { newPlayer, send, type Step } from './scenario.ts'

const CALLS = 20
const players = ['neo', 'trinity', 'morpheus', 'oracle']

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    for (const id of players) await send(game, newPlayer(id))
    const design = compileDesign(contractDesign) as Design
    const owned = { access: 'PUBLIC', owner: 'neo' } as const
    const events = [
      processMade(design, { id: 'neo/tour', definition: 'tour', ...owned, members: { neo: { guest: 'player' } } }),
      teamMade({ id: 'guild', definition: 'guild', ...owned, members: { neo: ['leader'], trinity: ['leader'] } }),
      teamMade({ id: 'club', definition: 'club', ...owned, members: { neo: ['friend'] } }),
      teamMade({ id: 'asking', definition: 'club', ...owned, access: 'PROTECTED', members: { neo: ['friend'] } }),
    ]
    await game.emulator.runtime('staging').execute(happening, { events }, { client: 'test' })
  })
  afterEach(() => game.stop())

  /** The statuses of calls that are all made at once, counted. */
  async function atOnce(steps: readonly Step[]): Promise<Record<string, number>> {
    const replies = await Promise.all(steps.map((step) => send(game, step)))
    const groups = Map.groupBy(replies, ({ status }) => status)
    return Object.fromEntries([...groups].map(([status, found]) => [status, found.length]))
  }
  const as = (player: string, path: string, body: unknown = {}): Step => ({
    call: `POST /v2/runtime/${path}`,
    ask: { as: player, body },
  })
  const times = (step: Step) => Array.from({ length: CALLS }, () => step)

  test.each(['processes/neo%2Ftour', 'teams/guild'])(
    'a player joins %s once, however often it is asked',
    async (it) => {
      expect(await atOnce(times(as('oracle', `${it}/join`)))).toEqual({ 200: 1, 409: CALLS - 1 })
    },
  )

  test('a player asks to come in once', async () => {
    expect(await atOnce(times(as('oracle', 'teams/asking/join')))).toEqual({ 200: 1, 409: CALLS - 1 })
  })

  test('the last place is taken by one of those who want it', async () => {
    const others = players.filter((id) => id !== 'neo')
    expect(await atOnce(others.map((id) => as(id, 'teams/club/join')))).toEqual({ 200: 1, 403: others.length - 1 })
  })

  test('a player leaves once', async () => {
    expect(await atOnce(times(as('trinity', 'teams/guild/leave')))).toEqual({ 200: 1, 404: CALLS - 1 })
  })
})
