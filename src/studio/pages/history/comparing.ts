import { asOf, type Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { JournalEntry } from '../../../interface/control-answers.ts'
import { control } from '../../shell/control.ts'
import { readEntries } from './reading.ts'

/** How many entries before the later moment are looked through for who was touched, and how much of each kind is compared. */
const MAX_ENTRIES = 10_000
const MAX_SUBJECTS = 40
const MAX_BOARDS = 6
const BOARD_ROWS = 10

/** A value that differs between two moments; undefined if it is absent at one of them. */
export interface Difference {
  readonly what: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Something that differs: what it is, and in what. */
export interface Changed {
  readonly id: string
  readonly became: 'new' | 'gone' | 'changed'
  readonly differences: readonly Difference[]
}

/** What differs of a kind of things. */
export interface ChangedKind {
  readonly changed: readonly Changed[]
  /** How many further ones were touched and are not compared. */
  readonly more: number
}

/** What differs between two moments of the history. Spec 8.2. */
export interface Comparison {
  readonly entries: number
  /** Whether only the last of the entries told who was touched. */
  readonly isCut: boolean
  readonly players: ChangedKind
  readonly teams: ChangedKind
  readonly processes: ChangedKind
  readonly design: ChangedKind
  readonly boards: ChangedKind
}

/** A thing at one moment, as values by their names. */
type Values = ReadonlyMap<string, string>

/** Compares the game after two entries. Each moment is rebuilt once, for all that is read of it. */
export async function compareMoments(client: Client, from: number, to: number): Promise<Comparison> {
  const since = Math.max(from + 1, to - MAX_ENTRIES + 1)
  const entries = await readEntries(client, { since, until: to })
  const touched = touchedBy(entries)
  const moments: Moments = [asOf(client, String(from)), asOf(client, String(to))]
  // One read after the other of each moment: the first one rebuilds it.
  const design = await compareEach(['design'], moments, [designAt, designAt])
  const readsOf = (kind: string, read: ReadAt): Reads => [
    unlessAbsent(kind, touched.begun, read),
    unlessAbsent(kind, touched.ended, read),
  ]
  const players = await compareEach(touched.players, moments, readsOf('player', playerAt))
  const teams = await compareEach(touched.teams, moments, readsOf('team', teamAt))
  const processes = await compareEach(touched.processes, moments, readsOf('process', processAt))
  const boards = await compareBoards(moments)
  return { entries: to - from, isCut: since > from + 1, players, teams, processes, design: unfolded(design), boards }
}

type Moments = readonly [before: Client, after: Client]

/** Reads a thing at a moment; undefined if it did not exist then. */
type ReadAt = (client: Client, id: string) => Promise<Values | undefined>

/** How a thing is read at each of the two moments. */
type Reads = readonly [before: ReadAt, after: ReadAt]

async function compareEach(
  ids: readonly string[],
  [before, after]: Moments,
  [readBefore, readAfter]: Reads,
): Promise<ChangedKind> {
  const compared = ids.slice(0, MAX_SUBJECTS)
  const changed: Changed[] = []
  for (let i = 0; i < compared.length; i += AT_A_TIME) {
    const part = compared.slice(i, i + AT_A_TIME).map(async (id): Promise<readonly Changed[]> => {
      const [old, now] = await Promise.all([known(readBefore, before, id), known(readAfter, after, id)])
      const differences = differencesOf(old, now)
      if (differences.length === 0) return []
      return [{ id, became: !old ? 'new' : !now ? 'gone' : 'changed', differences }]
    })
    changed.push(...(await Promise.all(part)).flat())
  }
  return { changed, more: ids.length - compared.length }
}

/** How many things are read at a time. */
const AT_A_TIME = 8

async function known(read: ReadAt, client: Client, id: string): ReturnType<ReadAt> {
  try {
    return await read(client, id)
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined
    throw error
  }
}

function differencesOf(old: Values = new Map(), now: Values = new Map()): readonly Difference[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((what) => {
    const [before, after] = [old.get(what), now.get(what)]
    return before === after ? [] : [{ what, before, after }]
  })
}

/** Returns a reader that knows what began or ended between the moments, without asking for it where it was not. */
const unlessAbsent =
  (kind: string, absent: ReadonlySet<string>, read: ReadAt): ReadAt =>
  (client, id) =>
    absent.has(`${kind} ${id}`) ? Promise.resolve(undefined) : read(client, id)

interface Named {
  readonly id?: unknown
}

/** An event as far as it names players, teams and processes. */
type NamingEvent = Readonly<
  Record<'actor' | 'player' | 'invitee' | 'inviter' | 'team' | 'process' | 'deferred', Named | string | undefined>
> & { readonly event: string }

/** Returns who and what the events of entries name, the latest first. */
function touchedBy(entries: readonly JournalEntry[]) {
  const [players, teams, processes] = [new Set<string>(), new Set<string>(), new Set<string>()]
  // Ids of one kind can be those of another.
  const [begun, ended] = [new Set<string>(), new Set<string>()]
  for (const { caller, events } of entries.toReversed()) {
    if (caller.player !== undefined) players.add(caller.player)
    for (const event of events as readonly unknown[] as readonly NamingEvent[]) {
      const { actor, player, invitee, inviter, team, process, deferred } = event
      const waiting = (deferred as { readonly actor?: Named } | undefined)?.actor
      for (const each of [actor, player, invitee, inviter, waiting]) addId(players, each)
      addId(teams, team)
      addId(processes, process)
      const [kind, subject] = team ? ['team', team] : process ? ['process', process] : ['player', player ?? actor]
      const id = idIn(subject)
      if (id === undefined) continue
      // The entries are read from the last one back: what ended last is gone, unless it began again later.
      const name = `${kind} ${id}`
      if (BEGINS.has(event.event)) begun.add(name)
      if (ENDS.has(event.event) && !begun.has(name)) ended.add(name)
    }
  }
  return { players: [...players], teams: [...teams], processes: [...processes], begun, ended }
}

/** The events by which a player, a team or a process begins and ends. */
const BEGINS: ReadonlySet<string> = new Set(['player:created', 'create'])
const ENDS: ReadonlySet<string> = new Set(['player:deleted', 'delete'])

function idIn(named: Named | string | undefined): string | undefined {
  const id = typeof named === 'object' ? named.id : named
  return typeof id === 'string' ? id : undefined
}

function addId(ids: Set<string>, named: Named | string | undefined): void {
  const id = idIn(named)
  if (id !== undefined) ids.add(id)
}

const playerAt: ReadAt = async (client, id) => {
  const { body } = await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
  const leaves = leavesOf(body, ['id', 'created'])
  return new Map([...leaves].map(([path, value]) => [path.replace(/^scores · /, ''), value]))
}

const teamAt: ReadAt = async (client, id) => {
  const { body } = await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })
  return leavesOf(body, ['id', 'created', 'definition', 'links'])
}

const processAt: ReadAt = async (client, id) => {
  const { body } = await client.call('GET /v2/admin/processes/:process_id', { params: { process_id: id } })
  return leavesOf(body, ['id', 'created', 'definition', 'links'])
}

/** The parts of the design by kind, id and path. */
const designAt: ReadAt = async (client) => leavesOf(await control(client, 'GET /_gamify/design/deployed'), [])

/** A change of the design belongs to its component. */
function unfolded({ changed, more }: ChangedKind): ChangedKind {
  const all = changed.flatMap(({ differences }) => differences)
  const byComponent = Map.groupBy(all, ({ what }) => what.split(' · ').slice(0, 2).join('/'))
  return {
    more,
    changed: [...byComponent].map(([id, differences]) => ({
      id,
      became: differences.every(({ before }) => before === undefined)
        ? 'new'
        : differences.every(({ after }) => after === undefined)
          ? 'gone'
          : 'changed',
      differences: differences.map((each) => ({ ...each, what: each.what.split(' · ').slice(2).join(' · ') })),
    })),
  }
}

async function compareBoards([before, after]: Moments): Promise<ChangedKind> {
  const boards = await control(after, 'GET /_gamify/leaderboards')
  const ofAll = boards.filter(({ scope }) => scope.type === 'game')
  const compared = ofAll.slice(0, MAX_BOARDS)
  const changed: Changed[] = []
  for (const { id, cycles } of compared) {
    const read: ReadAt = async (client) => {
      const query = {
        cycle: cycles.includes('alltime') ? 'alltime' : (cycles[0] ?? 'alltime'),
        limit: String(BOARD_ROWS),
      }
      const rows = await control(client, 'GET /_gamify/leaderboards/:leaderboard_id', {
        params: { leaderboard_id: id },
        query,
      })
      return new Map(rows.data.map((row) => [nameOfRow(row), `${row.rank}. ${scoreText(row.score)}`]))
    }
    const [old, now] = await Promise.all([known(read, before, id), known(read, after, id)])
    const differences = differencesOf(old, now)
    if (differences.length > 0) changed.push({ id, became: !old ? 'new' : !now ? 'gone' : 'changed', differences })
  }
  return { changed, more: ofAll.length - compared.length }
}

const scoreText = (score: unknown): string => (typeof score === 'string' ? score : JSON.stringify(score))

const nameOfRow = (row: object): string => {
  const { player, team } = row as { readonly player?: Named; readonly team?: Named }
  return idIn(player ?? team) ?? ''
}

/** Returns the values in an answer by their paths. Things in lists are named by their ids, where they have any. */
function leavesOf(value: unknown, left: readonly string[]): Values {
  const leaves = new Map<string, string>()
  const walk = (each: unknown, path: readonly string[]): void => {
    if (Array.isArray(each)) return each.forEach((item: unknown, i) => walk(item, [...path, nameIn(item) ?? String(i)]))
    if (typeof each === 'object' && each !== null) {
      if ('metric' in each && 'value' in each) return walk(each.value, path)
      for (const [name, item] of Object.entries(each)) if (!left.includes(name)) walk(item, [...path, name])
      return undefined
    }
    leaves.set(path.join(' · '), String(each))
    return undefined
  }
  walk(value, [])
  return leaves
}

/** Returns the name of a thing in a list: its own id, or that of the metric, the player or the team that it is about. */
function nameIn(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const { id, metric, player, team, name } = item as Readonly<Record<string, unknown>>
  for (const each of [id, metric, player, team, name]) {
    const named = typeof each === 'object' && each !== null ? (each as { readonly id?: unknown }).id : each
    if (typeof named === 'string') return named
  }
  return undefined
}
