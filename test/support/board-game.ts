import fc from 'fast-check'
import { playAction } from '../../src/game/actions/operations.ts'
import type { GameOperation } from '../../src/game/game-operation.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { eventId } from '../../src/game/kernel/ids.ts'
import { DAY_MS, HOUR_MS } from '../../src/game/kernel/instant.ts'
import { deregisterEntities, registerEntities } from '../../src/game/leaderboards/registering.ts'
import { addMember } from '../../src/game/members/joining.ts'
import { removeMember } from '../../src/game/members/leaving.ts'
import { defineDeleteFor } from '../../src/game/members/ownership.ts'
import { createPlayer, deletePlayer, resetPlayer } from '../../src/game/players/administration.ts'
import { revertEvents } from '../../src/game/players/revert.ts'
import { updateScores } from '../../src/game/players/score-update.ts'
import { evaluateRule } from '../../src/game/rules/operations.ts'
import { createTeamFor } from '../../src/game/teams/creation.ts'
import { action, add, compound, custom, designOf, point, put, score, set } from './design-parts.ts'
import type { GameRun } from './game-run.ts'
import type { NaiveDesign } from './naive-board.ts'

/** Players and teams of a game whose boards are looked at. */
export const players = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const
export const teams = ['t1', 't2', 't3'] as const
/** Ids of custom scopes. */
export const scopeIds = ['north', 'south'] as const

const everyCycle = ['daily', 'weekly', 'monthly', 'yearly', 'alltime'] as const

const board = (id: string, scope: object, more: object) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope,
  metric: { id: 'xp', type: 'point' },
  cycles: everyCycle,
  ...more,
})

const game = { type: 'game' }
const bag = { id: 'bag', type: 'set' }
const coins = { id: 'coins', type: 'point' }

/** Every kind of board, each for every cycle. */
const leaderboards = [
  board('xp', game, {}),
  board('coins', game, { metric: coins }),
  board('bag', game, { metric: bag }),
  board('gems', game, { metric: { ...bag, item: 'gem' } }),
  board('double', game, { metric: { id: 'double', type: 'compound' } }),
  board('rich', game, { metric: coins, requires: score('xp', 'ge', '5') }),
  board('guild-mates', { type: 'team_definition', id: 'guild' }, {}),
  board('team-mates', { type: 'team_instance', id: 'guild' }, { metric: coins }),
  board('teams', game, { entity_type: 'teams' }),
  board('guilds', { type: 'team_definition', id: 'guild' }, { entity_type: 'teams', metric: coins }),
  board('race', { type: 'custom' }, {}),
  board('cup', { type: 'custom' }, { entity_type: 'teams', metric: coins }),
  board('rich-race', { type: 'custom' }, { requires: score('xp', 'ge', '5') }),
]

const team = (id: string) => ({ id, name: id, permissions: [['member', { leave: true }]] })

export const boardDesign = designOf({
  metrics: [
    point('xp', { min: '0' }),
    point('coins', { min: '-5' }),
    set('bag', ['gem', 'rope']),
    compound('double', '$scores.xp * 2'),
  ],
  actions: [
    action('earn', [add('xp', '$vars.n'), add('coins', '$vars.n * 0.125'), add('bag', { gem: '1' })], {
      variables: [{ name: 'n', type: 'int', required: true }],
    }),
    action('trade', [add('xp', '-3'), add('coins', '2'), add('bag', { gem: '-1', rope: '1' })]),
  ],
  rules: [custom('gift', [add('xp', '2'), add('coins', '-1.5')])],
  teams: [team('guild'), team('crew')],
  leaderboards,
})

/** The boards as a naive one knows them, for a cycle. */
export function naiveDesigns(cycle: string): readonly NaiveDesign[] {
  return leaderboards.map((design): NaiveDesign => {
    const {
      id,
      entity_type: entities,
      scope,
      metric,
    } = design as never as {
      id: string
      entity_type: NaiveDesign['entities']
      scope: { type: NaiveDesign['scope']; id?: string }
      metric: { id: string; item?: string }
    }
    return {
      id,
      cycle,
      entities,
      scope: scope.type,
      ...(scope.id === undefined ? {} : { definition: scope.id }),
      metric: metric.id,
      ...(metric.item === undefined ? {} : { item: metric.item }),
      ...('requires' in design ? { xpFrom: 5n } : {}),
    }
  })
}

const player = fc.constantFrom(...players)
const scope = fc.oneof(
  fc.record({ id: fc.constantFrom('race/north', 'race/south', 'north', 'rich-race/south'), entity_id: player }),
  fc.record({ id: fc.constantFrom('cup/north', 'cup/south'), entity_id: fc.constantFrom(...teams) }),
)

const often = ['earn', 'earn', 'trade', 'gift', 'set'] as const
const atTimes = ['join', 'join', 'leave', 'revert', 'clock'] as const
const rarely = ['reset', 'delete', 'create', 'create', 'disband', 'found', 'found', 'register', 'deregister'] as const
export const acts = [...new Set([...often, ...atTimes, ...rarely])]

/** What happens in such a game; `pick` chooses the plays that are reverted. */
export const boardAct = fc.record({
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...often) },
    { weight: 4, arbitrary: fc.constantFrom(...atTimes) },
    { weight: 1, arbitrary: fc.constantFrom(...rarely) },
  ),
  who: player,
  team: fc.constantFrom(...teams),
  n: fc.integer({ min: -4, max: 9 }),
  scopes: fc.array(scope, { maxLength: 2 }),
  pick: fc.nat(200),
})
export type BoardAct = typeof boardAct extends fc.Arbitrary<infer T> ? T : never

const deleteAny = defineDeleteFor('teams.delete-for')

/** How far a clock goes, most of all over one end of a day; sometimes over several cycles. */
const steps = [HOUR_MS, 7 * HOUR_MS, DAY_MS, 3 * DAY_MS, 8 * DAY_MS, 33 * DAY_MS, 380 * DAY_MS]

/** All players and teams, who have done nothing yet. */
export function beginBoards(run: GameRun): void {
  const as = { client: 'test' }
  for (const id of players) run.execute(createPlayer, { id }, as)
  for (const [i, id] of teams.entries()) run.execute(createTeamFor, { id, definition: i < 2 ? 'guild' : 'crew' }, as)
}

/** Tries an act; gives what was written of it, nothing where it was refused or meant nothing. */
export function happens(run: GameRun, { what, who, team: id, n, scopes, pick }: BoardAct): Entry | undefined {
  const call = <I, R>(op: GameOperation<I, R>, input: I) =>
    run.execute(op, input, { client: 'test', player: who }).entry
  const subject = { kind: 'team', id } as const
  switch (what) {
    case 'earn':
    case 'trade':
      return call(playAction, { action: what, count: 1, variables: { n }, scopes, query: false })
    case 'gift':
      return call(evaluateRule, {
        rule: 'gift',
        data: [{ player_ids: [who, ...players.filter((_, i) => i === pick % 7)], variables: {} }],
        scopes,
      })
    case 'set':
      return call(updateScores, { id: who, rewards: [put('xp', String(n)), put('coins', String(n / 4))] as never })
    case 'join':
      return call(addMember, { subject, player: who, roles: { member: true } })
    case 'leave':
      return call(removeMember, { subject, player: who })
    case 'revert':
      return reverts(run, pick)
    case 'clock':
      run.at = Math.max(run.at, run.state.at) + (steps[pick % steps.length] ?? 0)
      return undefined
    case 'reset':
      return call(resetPlayer, { id: who })
    case 'delete':
      return call(deletePlayer, { id: who })
    case 'create':
      return call(createPlayer, { id: who })
    case 'disband':
      return call(deleteAny, { subject })
    case 'register':
    case 'deregister': {
      const board = pick % 2 === 0 ? 'race' : 'cup'
      const entities = board === 'race' ? [who, players[pick % players.length] ?? who] : [id]
      const op = what === 'register' ? registerEntities : deregisterEntities
      return call(op, { board, entities, scopes: [scopeIds[pick % 3 === 0 ? 0 : 1]] } as never)
    }
    case 'found':
      return call(createTeamFor, { id, definition: pick % 2 === 0 ? 'guild' : 'crew' })
  }
}

/** Reverts one of the plays that were made, or two of a player. */
function reverts(run: GameRun, pick: number): Entry | undefined {
  const plays = [...run.entries.values()].flatMap((entry) =>
    entry.events.flatMap((event, index) => {
      const { actor } = event as { actor?: { id: string } }
      return (event.event === 'action' || event.event === 'custom_rule') && actor
        ? [{ id: eventId(entry, index), by: actor.id }]
        : []
    }),
  )
  const first = plays[pick % Math.max(plays.length, 1)]
  const second = pick % 3 === 0 ? plays.findLast(({ id, by }) => by === first?.by && id !== first.id) : undefined
  const eventIds = [first, second].flatMap((play) => play?.id ?? [])
  return run.execute(revertEvents, { id: first?.by ?? '', eventIds }, { client: 'test' }).entry
}
