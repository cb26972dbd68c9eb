import { about, page, recently, type Asking, type Choice, type Habits } from './choice.ts'
import { otherRoles, someRoles, teamId } from './player.ts'

const nothing: Choice = () => ({})

/** An operator reads a list. */
const listing: Choice = ({ random }) => ({ query: page(random) })

const onPlayer: Choice = ({ random, known }) => ({ params: { player_id: known.player(random) } })

const on =
  (
    rest: (asking: Asking) => {
      readonly body?: unknown
      readonly query?: Readonly<Record<string, string>>
    } = () => ({}),
  ): Choice =>
  (asking) =>
    about(asking, asking.known.subject(asking.kind, asking.random)?.id, rest(asking))

/** Somebody who is in it, mostly. */
const onMember =
  (more: (asking: Asking) => object = () => ({})): Choice =>
  (asking) => {
    const { random, known, kind } = asking
    const found = known.subject(kind, random)
    const member = found && !random.oneIn(5) ? known.memberOf({ kind, id: found.id }, random) : undefined
    return about(asking, found?.id, { body: { player_id: member ?? known.player(random), ...more(asking) } })
  }

const searching: Choice = ({ random }) => ({
  query: { pattern: random.pick(['', 'p1', 'P*2', '.*', 'x0', 't']), ...page(random) },
})

/** Rewards of each type of metric. */
function rewards({ random }: Asking): readonly object[] {
  const amount = String(random.below(30) - 5)
  return [
    random.pick([
      { metric: { id: 'xp', type: 'point' }, verb: 'add', value: amount },
      { metric: { id: 'coins', type: 'point' }, verb: 'set', value: String(random.below(600)) },
      { metric: { id: 'karma', type: 'point' }, verb: 'add', value: `${random.below(9)}.125` },
      { metric: { id: 'mood', type: 'state' }, verb: 'set', value: random.pick(['calm', '__proto__']) },
      { metric: { id: 'gems', type: 'set' }, verb: 'add', value: { [random.pick(['ruby', 'opal', 'jade'])]: amount } },
      { metric: { id: 'extra0', type: 'point' }, verb: 'add', value: '1.5' },
      { metric: { id: 'extra1', type: 'set' }, verb: 'add', value: { one: '2' } },
    ]),
  ]
}

const reverting: Choice = ({ random, known }) => {
  const told = known.events.any(random)
  const player = told && !random.oneIn(20) ? told.player : known.player(random)
  return { params: { player_id: player }, body: { event_ids: told ? [told.id] : [] } }
}

const evaluating: Choice = ({ random, known }) => {
  const one = () => ({
    player_ids: Array.from({ length: 1 + random.below(3) }, () => known.player(random)),
    variables: { gift: random.below(9), by: random.oneIn(30) ? 0 : 1 + random.below(6) },
  })
  return { params: { rule_id: known.customRule(random) }, body: { data: random.oneIn(4) ? [one(), one()] : [one()] } }
}

const registering: Choice = ({ random, known }) => {
  const isOfTeams = random.oneIn(2)
  const entity = isOfTeams ? (known.team(random)?.id ?? 'nothing') : known.player(random)
  const board = random.oneIn(12) ? known.board(random) : isOfTeams ? 'squads' : 'best'
  return {
    params: { leaderboard_definition_id: board },
    body: { entity_ids: [entity], scopes: [`s${random.below(5)}`] },
  }
}

const transferring: Choice = on((asking) => ({
  body: { id: asking.known.player(asking.random), roles: someRoles(asking) },
}))

const joinRequest: Choice = ({ random, known }) => ({ params: { request_id: known.joinRequest(random) ?? 'nothing' } })

const email = (random: Asking['random']): string => `g${random.below(60)}@example.org`

/** What operators do. */
export const operatorHabits: Habits = {
  'players.list': { weight: 2, choose: listing },
  'players.available': { weight: 2, choose: ({ random, known }) => ({ query: { value: known.someId(random) } }) },
  'players.create': {
    weight: 12,
    choose: ({ random, known }) => ({
      body: { id: known.someId(random), ...(random.oneIn(2) ? { alias: `Al ${random.below(900)}` } : {}) },
    }),
  },
  'players.delete': { weight: 3, choose: onPlayer },
  'players.reset': { weight: 2, choose: onPlayer },
  'players.read': { weight: 8, choose: onPlayer },
  'players.disable': { weight: 2, choose: onPlayer },
  'players.enable': {
    weight: 6,
    choose: (asking) => {
      const { random, known } = asking
      const disabled = known.runtime.state.players.records.find((player) => player?.enabled === false)
      return { params: { player_id: disabled?.id ?? known.player(random) } }
    },
  },
  'players.score': { weight: 15, choose: (asking) => ({ ...onPlayer(asking), body: { rewards: rewards(asking) } }) },
  'players.revert': { weight: 15, choose: reverting },
  'players.search': { weight: 1, choose: searching },
  'feeds.player': { weight: 2, choose: (asking) => ({ ...onPlayer(asking), query: recently(asking) }) },
  'feeds.game': { weight: 1, choose: (asking) => ({ query: recently(asking) }) },
  'feeds.subject-for': { weight: 1, choose: (asking) => on(() => ({ query: recently(asking) }))(asking) },
  'rules.list': { weight: 1, choose: nothing },
  'rules.evaluate': { weight: 20, choose: evaluating },
  'leaderboards.register': { weight: 3, choose: registering },
  'leaderboards.deregister': { weight: 2, choose: registering },
  'processes.list-for': { weight: 1, choose: listing },
  'processes.create-for': {
    weight: 4,
    choose: ({ random, known }) => ({
      body: {
        definition: random.pick(['tour', 'errand', 'watch']),
        owner_id: known.player(random),
        ...(random.oneIn(20) ? {} : { id: `o${random.below(20)}` }),
        ...(random.oneIn(3) ? { name: `Op ${random.below(9)}` } : {}),
      },
    }),
  },
  'processes.read-for': { weight: 2, choose: on() },
  'processes.search': { weight: 1, choose: searching },
  'processes.delete-for': { weight: 6, choose: on() },
  'processes.transfer-for': { weight: 2, choose: transferring },
  'teams.list-for': { weight: 1, choose: listing },
  'teams.create-for': {
    weight: 3,
    choose: (asking) => ({
      body: {
        definition: asking.random.pick(['guild', 'council', 'club']),
        ...(asking.random.oneIn(20) ? {} : { id: teamId(asking) }),
        ...(asking.random.oneIn(3) ? { name: `Team ${asking.random.below(9)}` } : {}),
      },
    }),
  },
  'teams.read-for': { weight: 2, choose: on() },
  'teams.search': { weight: 1, choose: searching },
  'teams.delete-for': { weight: 1, choose: on() },
  'teams.transfer-for': { weight: 2, choose: transferring },
  'members.list-for': { weight: 2, choose: on(({ random }) => ({ query: { limit: String(1 + random.below(20)) } })) },
  'members.join-for': { weight: 10, choose: (asking) => addingTo(asking) },
  'members.leave-for': { weight: 4, choose: onMember() },
  'members.change-roles-for': { weight: 5, choose: onMember((asking) => ({ requested_roles: otherRoles(asking) })) },
  'joining.requests': { weight: 1, choose: listing },
  'joining.accept': { weight: 2, choose: joinRequest },
  'joining.reject': { weight: 2, choose: joinRequest },
  'joining.invitations': { weight: 1, choose: listing },
  'joining.invite': {
    weight: 3,
    choose: ({ random }) => ({ body: { emails: [email(random)], ...(random.oneIn(2) ? { message: 'Come' } : {}) } }),
  },
  'joining.cancel': {
    weight: 2,
    choose: ({ random, known }) => ({ query: { email: known.invitedEmail(random) ?? email(random) } }),
  },
  'game.status': { weight: 1, choose: nothing },
  'logins.end': { weight: 0.05, choose: nothing },
}

function addingTo(asking: Asking): ReturnType<Choice> {
  const { random, known, kind } = asking
  const body = { player_id: known.player(random), requested_roles: someRoles(asking) }
  return about(asking, known.subject(kind, random)?.id, { body })
}
