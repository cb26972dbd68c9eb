import { findRecord } from '../../src/game/kernel/table.ts'
import { XP_BOARD } from '../design.ts'
import { greyPicture } from '../picture.ts'
import { about, page, recently, type Asking, type Choice, type Habits } from './choice.ts'

const DAY_MS = 86_400_000

/** Somebody acts. */
const alone: Choice = ({ random, known }) => ({ as: known.player(random) })

/** Somebody reads a list. */
const listing: Choice = ({ random, known }) => ({ as: known.player(random), query: page(random) })

const sized: Choice = ({ random, known }) => ({
  as: known.player(random),
  query: random.oneIn(2) ? {} : { size: random.pick(['original', 'large', 'medium', 'small', 'icon']) },
})

/** What is sent beside what is acted on. */
type Rest = (asking: Asking) => { readonly body?: unknown; readonly query?: Readonly<Record<string, string>> }

/** The owner does something with what is theirs; now and then somebody in it, or a stranger, tries to. */
const owning =
  (rest: Rest = () => ({})): Choice =>
  (asking) => {
    const { random, known, kind } = asking
    const found = known.subject(kind, random)
    return about(asking, found?.id, { as: actingOn(asking, found), ...rest(asking) })
  }

function actingOn(
  { random, known, kind }: Asking,
  found: { readonly id: string; readonly owner: string | null } | undefined,
): string {
  if (!found || random.oneIn(10)) return known.player(random)
  if (found.owner !== null && !random.oneIn(8)) return found.owner
  return known.memberOf({ kind, id: found.id }, random) ?? known.player(random)
}

/** Somebody in a process or team does something there. */
const within =
  (rest: Rest = () => ({})): Choice =>
  (asking) => {
    const { random, known, kind } = asking
    const found = known.subject(kind, random)
    const member = found && known.memberOf({ kind, id: found.id }, random)
    return about(asking, found?.id, { as: member ?? known.player(random), ...rest(asking) })
  }

/** What somebody does to another who is in it, by the name of that path parameter. */
const toMember =
  (body: (asking: Asking) => unknown = () => undefined): Choice =>
  (asking) => {
    const { random, known, kind } = asking
    const found = known.subject(kind, random)
    const other = (found && known.memberOf({ kind, id: found.id }, random)) ?? known.player(random)
    const named = { [kind === 'process' ? 'performer_id' : 'member_id']: other }
    return about(asking, found?.id, { as: actingOn(asking, found), body: body(asking) }, named)
  }

/** Lanes with roles, or roles that are wanted. */
export function someRoles({ random, kind }: Asking): Readonly<Record<string, string | boolean>> {
  if (random.oneIn(3)) return {}
  if (kind === 'process')
    return random.pick([{ guest: 'player' }, { guide: 'player' }, { guest: 'observer' }, { '*': 'player' }])
  return random.pick([{ member: true }, { officer: true }, { friend: true }, { citizen: true }])
}

/** Roles that are changed, or given up. */
export function otherRoles({ random, kind }: Asking): Readonly<Record<string, string | boolean>> {
  if (kind === 'process')
    return random.pick([
      { guide: 'player' },
      { guide: 'observer' },
      { guest: false },
      { guest: 'player', guide: false },
    ])
  return random.pick([{ officer: true }, { officer: false, member: true }, { member: false }, { leader: true }])
}

const newcomer = ({ random, known }: Asking): string => known.player(random)

/** Where a play counts besides: custom boards spring up on first use. */
function scopes({ random, known }: Asking): readonly object[] {
  if (!random.oneIn(6)) return []
  const team = known.team(random)
  const id = `s${random.below(5)}`
  if (random.oneIn(2) || !team) return [{ id: `best/${id}`, entity_id: known.player(random) }]
  return [{ id: `squads/${id}`, entity_id: team.id }]
}

function variables(random: Asking['random']): object {
  return { votes: random.below(5), about: 'luck', note: 'hello', by: 1 + random.below(6), gift: random.below(9) }
}

const playing: Choice = (asking) => {
  const { random, known, row } = asking
  const action = known.action(random)
  const body = {
    ...(row.parameters.length === 0 ? { id: action } : {}),
    variables: variables(random),
    ...(random.oneIn(8) ? { count: 1 + random.below(4) } : {}),
    ...(random.oneIn(10) ? { query: false } : {}),
    scopes: scopes(asking),
  }
  return { as: known.player(random), params: { action_id: action }, body }
}

const triggering: Choice = (asking) => {
  const { random, known } = asking
  const process = goingOn(asking)
  if (!process) return about(asking, undefined, { as: known.player(random), body: { trigger: 'run' } })
  const as = known.memberOf({ kind: 'process', id: process.id }, random) ?? process.owner
  const body = { trigger: known.trigger(process, random), scopes: scopes(asking) }
  return about(asking, process.id, { as, body })
}

/** Mostly a process that can be played still. */
function goingOn({ random, known }: Asking): ReturnType<typeof known.process> {
  const tries = Array.from({ length: 3 }, () => known.process(random))
  return tries.find((process) => process?.state === 'ACTIVE') ?? tries[0]
}

/** Ids come from a few, so that they are taken now and then, and what is there stays bounded. */
const founding =
  (definitions: readonly string[], idOf: (asking: Asking) => string): Choice =>
  (asking) => {
    const { random, known, row } = asking
    const definition = random.pick(definitions)
    const [inPath] = row.parameters
    const access = random.oneIn(3) ? {} : { access: random.pick(['PUBLIC', 'PROTECTED']) }
    const body = {
      ...(inPath === undefined ? { definition } : {}),
      ...(random.oneIn(50) ? {} : { id: idOf(asking) }),
      ...access,
    }
    return { as: known.player(random), params: inPath === undefined ? {} : { [inPath]: definition }, body }
  }

/** The id of a team that may be there. */
export function teamId({ random, known }: Asking): string {
  return `t${random.below(Math.max(4, Math.floor(known.population / 20)))}`
}

/** What is pending for somebody who acts on it. */
const answering: Choice = ({ random, known }) => {
  const found = known.pending(random, ({ invitee }) => invitee !== undefined)
  return { as: found?.invitee?.id ?? known.player(random), params: { invite_id: found?.id ?? 'nothing' } }
}

const cancelling: Choice = (asking) => {
  const { random, known, kind } = asking
  const found = known.pending(random, ({ subject, invitee }) => invitee !== undefined && subject.kind === kind)
  return about(
    asking,
    found?.subject.id,
    { as: found?.actor.id ?? known.player(random) },
    { invite_id: found?.id ?? 'nothing' },
  )
}

const deciding: Choice = (asking) => {
  const { random, known, kind } = asking
  const found = known.pending(random, ({ subject, invitee }) => invitee === undefined && subject.kind === kind)
  const subject = found && { kind, id: found.subject.id }
  const owner = subject && ownerOf(asking, subject.id)
  const as = owner ?? (subject && known.memberOf(subject, random)) ?? known.player(random)
  return about(asking, subject?.id, { as }, { request_id: found?.id ?? 'nothing' })
}

function ownerOf({ known, kind }: Asking, id: string): string | null | undefined {
  const { processes, teams } = known.runtime.state
  return (kind === 'process' ? findRecord(processes, id) : findRecord(teams, id))?.owner
}

const seeing: Choice = ({ random, known }) => {
  const told = known.notices.any(random)
  return { as: told?.player ?? known.player(random), body: { ids: told ? [told.id] : [] } }
}

/** Cycles that a board has, or not. */
const cycles = ['alltime', 'daily', 'weekly', 'monthly'] as const

function boardQuery(asking: Asking): Readonly<Record<string, string>> {
  const { random, known } = asking
  const query: Record<string, string> = random.oneIn(3) ? {} : { cycle: random.pick(cycles) }
  if (random.oneIn(3)) Object.assign(query, { entity_id: known.player(random), radius: String(random.below(4)) })
  if (random.oneIn(5)) query['sort'] = 'ascending'
  if (random.oneIn(8)) query['timestamp'] = new Date(known.runtime.state.at - random.below(3) * DAY_MS).toISOString()
  if (random.oneIn(10)) query['merge'] = `rich|alltime`
  if (random.oneIn(10)) query['detailed'] = 'true'
  return { ...query, ...ofBoardType(asking) }
}

/** What boards of some types need to be told. */
function ofBoardType({ random, known }: Asking): Readonly<Record<string, string>> {
  return { scope_id: `s${random.below(5)}`, team_instance_id: known.team(random)?.id ?? 'nothing' }
}

const readingBoard: Choice = (asking) => {
  const { random, known } = asking
  return { as: known.player(random), params: { leaderboard_id: known.board(random) }, query: boardQuery(asking) }
}

const readingTrend: Choice = (asking) => {
  const { random, known } = asking
  const query = {
    cycle: random.pick(cycles.slice(1)),
    entity_ids: `${known.player(random)},${known.player(random)}`,
    ...ofBoardType(asking),
  }
  const board = random.oneIn(2) ? XP_BOARD : known.board(random)
  return { as: known.player(random), params: { leaderboard_id: board }, query }
}

const ofDefinition =
  (name: string, ids: readonly string[]): Choice =>
  (asking) => ({ ...sized(asking), params: { [name]: asking.random.pick(ids) } })

const feedOf: Choice = (asking) => within(() => ({ query: recently(asking) }))(asking)

/** What players do. */
export const playerHabits: Habits = {
  'actions.play': { weight: 300, choose: playing },
  'processes.play': { weight: 200, choose: triggering },
  'players.profile': {
    weight: 12,
    choose: (asking) => ({ ...alone(asking), query: asking.random.oneIn(4) ? { detailed: 'true' } : {} }),
  },
  'players.update': {
    weight: 4,
    choose: (asking) => ({
      ...alone(asking),
      body: {
        alias: `A ${asking.random.below(500)}`,
        ...(asking.random.oneIn(4) ? { email: `m${asking.random.below(99)}@example.org` } : {}),
      },
    }),
  },
  'players.fellows': { weight: 1, choose: listing },
  'players.image': {
    weight: 0.03,
    choose: (asking) => ({ ...alone(asking), file: greyPicture(asking.random.below(20)) }),
  },
  'feeds.own': { weight: 4, choose: (asking) => ({ ...alone(asking), query: recently(asking) }) },
  'feeds.subject': { weight: 3, choose: feedOf },
  'feeds.member': {
    weight: 2,
    choose: (asking) => ({ ...toMember()(asking), query: recently(asking) }),
  },
  'notifications.list': { weight: 6, choose: (asking) => ({ ...alone(asking), query: recently(asking) }) },
  'notifications.see': { weight: 6, choose: seeing },
  'notifications.token': { weight: 0.2, choose: alone },
  'actions.list': { weight: 3, choose: alone },
  'metrics.list': { weight: 1, choose: alone },
  'leaderboards.list': { weight: 1, choose: alone },
  'leaderboards.read': { weight: 12, choose: readingBoard },
  'leaderboards.trend': { weight: 3, choose: readingTrend },
  'processes.definitions': { weight: 1, choose: alone },
  'processes.list': { weight: 2, choose: listing },
  'processes.read': { weight: 6, choose: within() },
  'processes.create': {
    weight: 40,
    choose: founding(['tour', 'tour', 'errand', 'watch'], ({ random }) => `x${random.below(2)}`),
  },
  'processes.delete': { weight: 14, choose: owning() },
  'processes.update': {
    weight: 5,
    choose: owning(({ random }) => ({
      body: { name: `N ${random.below(99)}`, access: random.pick(['PUBLIC', 'PROTECTED', 'PRIVATE']) },
    })),
  },
  'processes.transfer': {
    weight: 4,
    choose: owning((asking) => ({ body: { new_owner_id: newcomer(asking), roles: someRoles(asking) } })),
  },
  'processes.triggers': { weight: 5, choose: within() },
  'teams.definitions': { weight: 1, choose: alone },
  'teams.list': { weight: 2, choose: listing },
  'teams.read': { weight: 5, choose: within() },
  'teams.create': { weight: 10, choose: founding(['guild', 'guild', 'club', 'council'], teamId) },
  'teams.delete': { weight: 1, choose: owning() },
  'teams.update': {
    weight: 4,
    choose: owning(({ random }) => ({ body: { access: random.pick(['PUBLIC', 'PROTECTED', 'PRIVATE']) } })),
  },
  'teams.transfer': { weight: 3, choose: owning((asking) => ({ body: { id: newcomer(asking) } })) },
  'teams.lock': { weight: 3, choose: owning() },
  'teams.unlock': { weight: 8, choose: owning() },
  'members.list': { weight: 3, choose: within(({ random }) => ({ query: { limit: String(1 + random.below(20)) } })) },
  'members.read': { weight: 3, choose: toMember() },
  'members.join': {
    weight: 60,
    choose: (asking) =>
      about(asking, asking.known.subject(asking.kind, asking.random)?.id, {
        ...alone(asking),
        body: someRoles(asking),
      }),
  },
  'members.leave': { weight: 14, choose: within() },
  'members.change-roles': { weight: 14, choose: within((asking) => ({ body: otherRoles(asking) })) },
  'members.kick': { weight: 8, choose: toMember() },
  'members.assign-roles': { weight: 14, choose: toMember(otherRoles) },
  'requests.own': { weight: 2, choose: listing },
  'requests.invites': { weight: 2, choose: listing },
  'requests.invite': {
    weight: 25,
    choose: owning((asking) => ({ body: { id: newcomer(asking), roles: someRoles(asking) } })),
  },
  'requests.accept': { weight: 14, choose: answering },
  'requests.reject': { weight: 5, choose: answering },
  'requests.cancel': { weight: 5, choose: cancelling },
  'requests.sent': { weight: 1, choose: owning(({ random }) => ({ query: page(random) })) },
  'requests.list': { weight: 1, choose: owning(({ random }) => ({ query: page(random) })) },
  'requests.approve': { weight: 14, choose: deciding },
  'requests.decline': { weight: 6, choose: deciding },
  'images.game': { weight: 0.5, choose: sized },
  'images.player': {
    weight: 0.5,
    choose: (asking) => ({ ...sized(asking), params: { player_id: asking.known.player(asking.random) } }),
  },
  'images.process': { weight: 0.5, choose: ofDefinition('process_definition_id', ['tour', 'errand']) },
  'images.team': { weight: 0.5, choose: ofDefinition('team_definition_id', ['guild', 'club']) },
  'images.metric': { weight: 0.5, choose: ofDefinition('metric_id', ['xp', 'gems', 'rank', 'worth']) },
}
