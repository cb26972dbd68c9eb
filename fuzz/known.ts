import type { Facts } from '../test/contract/world.ts'
import type { Random } from './random.ts'
import { samplesFor, type Sample } from './samples.ts'
import { list, treeOf, type Tree } from './tree.ts'

/** What there is in the game that is asked, by the name of the field or parameter that it belongs into. */
export interface Known {
  /** A word that fits a field; ids of another kind now and then, undefined where nothing is known of such a field. */
  readonly word: (random: Random, name: string) => string | undefined
  /** The same of a thing that is to be deleted: of one that most other requests can do without. */
  readonly spare: (random: Random, name: string) => string | undefined
  /** Who acts: mostly somebody who may. */
  readonly actor: (random: Random) => string
  /** An id of anything that there is, was, or could be. */
  readonly anyId: (random: Random) => string
  /** Requests that are answered 200 in a game that has just begun, by the id of their target. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>
  /** The whole game as its export tells it when it begins, line by line. */
  readonly exported: Tree
  /** Takes note of ids that an answer tells. */
  readonly learn: (text: string) => void
}

const players = ['neo', 'trinity', 'morpheus', 'oracle', 'smith', 'zoe']
const sparePlayers = ['newbie', 'p1', 'p2', 'p3']
const actors = ['neo', 'neo', 'neo', 'trinity', 'morpheus', 'oracle']
const actions = ['like', 'visit', 'burst', 'secret', 'answer', 'share', 'pour']
const metrics = ['xp', 'coins', 'worth', 'rank', 'badges', 'water', 'flow', 'gem']
const processes = ['tour', 'errand', 'stroll', 'voyage', 'patrol']
const teams = ['guild', 'fleet', 'council', 'club']
const rules = ['welcome', 'ratio', 'ladder', 'rookie']
const boards = ['top', 'inside', 'guilds', 'best', 'squads']
const madeProcesses = ['open', 'ask', 'secret', 'chore', 'wanted', 'asked', 'played', 'done'].map((id) => `neo/${id}`)
const madeTeams = ['open', 'ask', 'secret', 'locked', 'wanted', 'asked'].map((name) => `${name}-guild`)
const spareProcesses = ['neo/spare', 'neo/chore', 'trinity/spare']
const spareTeams = ['spare-guild', 'elders']
const moreTeams = ['elders', 'neo-club', 'asked-locked', 'asked-full']
const lanes = ['guest', 'guide', 'guard', '~', 'member', 'officer', 'leader', 'elder', 'chair', 'friend']
const triggers = ['study', 'rest', 'report', 'leak', 'boast', 'wave', 'run', 'walk', 'sail', 'complete']
const amounts = ['1', '0', '-3', '2.5', '$scores.xp', '$vars.votes * 2', '10 / $scores.water', '$scores["xp"] + 1']
const instants = ['1893931200000', '1893931200', '2030-01-06', '2030-01-05T12:00:00Z', '2029-12-31', '0']

const wordsByName: Readonly<Record<string, readonly string[]>> = {
  player_id: [...players, ...sparePlayers],
  owner_id: players,
  new_owner_id: players,
  performer_id: players,
  member_id: players,
  player_ids: players,
  entity_id: [...players, ...players, ...madeTeams],
  entity_ids: [...players, ...players, ...madeTeams, 'neo,trinity'],
  action_id: actions,
  action: actions,
  rule_id: rules,
  rule: rules,
  metric_id: metrics,
  metric: metrics,
  base_metric: metrics,
  level_metric: metrics,
  process_id: [...madeProcesses, 'spare'],
  team_id: [...madeTeams, ...moreTeams, ...spareTeams],
  team_instance_id: [...madeTeams, ...moreTeams],
  process_definition_id: processes,
  team_definition_id: teams,
  definition: [...processes, ...teams],
  leaderboard_id: boards,
  leaderboard_definition_id: boards,
  component_id: [...metrics, ...actions, ...processes, ...teams, ...rules, ...boards],
  version: ['latest', 'latest', 'latest', 'v1', 'v2', 'v3'],
  source: ['stash', 'live', 'saved'],
  issue_id: ['metric_removed-gem'],
  image_id: ['default-team', 'default-game', 'default-player', 'default-metric', 'default-process'],
  size: ['icon', 'small', 'medium', 'large', 'original'],
  item: ['Rookie', 'Secret', 'constructor', '__proto__'],
  rank: ['Novice', 'Bronze', 'Silver'],
  trigger: triggers,
  lane: lanes,
  cycle: ['alltime', 'daily', 'weekly', 'monthly', 'yearly'],
  scopes: ['a', 'b', 'a/b'],
  scope_id: ['a', 'b', 'a/b'],
  ranking: ['relative', 'absolute', 'standard', 'dense'],
  fields: ['id', 'alias', 'id,alias', 'scores'],
  pattern: ['*', 'neo', 'n*', '*o*', '?', ''],
  access: ['PUBLIC', 'PROTECTED', 'PRIVATE'],
  type: ['point', 'set', 'state', 'compound', 'process', 'team', 'join', 'role', 'guild', 'tour'],
  start: instants,
  end: instants,
  timestamp: instants,
  now: instants,
  at: instants,
  to: [...instants, '1', '10', '40'],
  from: ['1', '10', 'begin'],
  advance: ['1m', '90m', '1d12h', 'PT90M', '400d'],
  formula: amounts,
  value: [...amounts, 'neo', 'unborn'],
  lhs: amounts,
  rhs: amounts,
  threshold: ['1', '25', '100'],
  email: ['neo@example.com', 'nobody@example.com', 'oracle@example.com', 'tank@example.com'],
  emails: ['neo@example.com', 'nobody@example.com', 'newbie@example.com'],
  alias: ['Neo', 'The One', 'ネオ'],
  name: ['Neo', 'A name', 'Novice', 'Rookie', 'begin'],
  route: ['POST /v2/runtime/**', 'GET /v2/admin/players', '* /**'],
  apply: ['drop', 'keep'],
  grant_type: ['client_credentials', 'authorization_code', 'refresh_token'],
  client_id: ['gamify-staging', 'gamify-production', 'reader', 'page', 'page', 'nobody'],
  client_secret: ['gamify-dev-secret', 'secret of reader', 'secret of page', 'wrong'],
  response_type: ['code', 'code', 'token'],
  redirect_uri: ['http://localhost/back', 'http://localhost/back', 'https://example.com/'],
  EIO: ['4', '3'],
  transport: ['polling', 'websocket'],
}

const spares: Readonly<Record<string, readonly string[]>> = {
  player_id: sparePlayers,
  process_id: spareProcesses,
  team_id: spareTeams,
  component_id: ['spare', 'gem', 'burst', 'secret', 'stroll', 'fleet', 'ratio', 'squads'],
}

/** Ids of events and requests are all of one kind: who asks knows them from an answer. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ofUuids = ['event_id', 'event_ids', 'ids', 'request_id', 'invite_id', 'fault_id']

/** So many ids from answers are remembered. */
const MAX_LEARNT = 64

/** What the world that all requests go to begins with; `exported` is its export, in lines. */
export function knownOf(facts: Facts, exported: string): Known {
  const { requests, joining, ...events } = facts
  const first: readonly string[] = Object.values({ ...events, ...requests, ...joining })
  const uuids = [...first]
  const everything = Object.values(wordsByName).flat()
  const anyId = (random: Random): string => (random.oneIn(4) ? random.pick(uuids) : random.pick(everything))
  const word = (random: Random, name: string): string | undefined => {
    if (random.oneIn(24)) return anyId(random)
    if (ofUuids.includes(name)) return random.pick(uuids)
    return Object.hasOwn(wordsByName, name) ? random.pick(wordsByName[name] ?? ['']) : undefined
  }
  const lines = exported.trimEnd().split('\n')
  return {
    samples: samplesFor(facts),
    exported: list(lines.map((line) => treeOf(JSON.parse(line)))),
    anyId,
    word,
    spare: (random, name) =>
      random.oneIn(6) ? word(random, name) : random.pick(spares[name] ?? [word(random, name) ?? '']),
    actor: (random) => (random.oneIn(8) ? (word(random, 'player_id') ?? '') : random.pick(actors)),
    learn: (text) => {
      for (const [id] of text.slice(0, 2000).matchAll(UUID)) if (!uuids.includes(id)) uuids.push(id)
      uuids.splice(first.length, Math.max(0, uuids.length - first.length - MAX_LEARNT))
    },
  }
}
