import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/contract/world.ts'
import { edited, type Json, type Line } from '../../test/support/forged-state.ts'
import type { Entry } from '../game/kernel/entry.ts'
import { isFault } from '../game/kernel/fault.ts'
import { eventId } from '../game/kernel/ids.ts'

let world: World
const texts = { whole: '', state: '' }

beforeAll(async () => {
  world = await openWorld('in memory')
  const { request } = world
  for (const as of ['neo', 'trinity']) await request('POST', '/v2/runtime/actions/like/play', { as })
  await request('PATCH', '/_gamify/clock', { body: { advance: '1d' } })
  for (const as of ['neo', 'trinity']) await request('POST', '/v2/runtime/actions/like/play', { as })
  await request('POST', '/v2/admin/players', { body: { id: 'tank' } })
  await request('POST', '/v2/runtime/actions/like/play', { as: 'tank' })
  await request('DELETE', '/v2/admin/players/tank')
  texts.whole = (await request('GET', '/_gamify/state')).text
  texts.state = (await request('GET', '/_gamify/state', { query: { history: 'false' } })).text
})
afterAll(() => world.stop())

type Records = { [name: string]: Json }[]

const partAt = (lines: readonly Line[], name: string): number => lines.findIndex((line) => line['part'] === name)
const dataOf = (lines: readonly Line[], name: string): Json => lines[partAt(lines, name)]?.['data'] as Json
const recordsOf = (lines: readonly Line[], name: string): Records => dataOf(lines, name) as Records

/** Changes the first record of a part that is meant. */
const inRecord =
  (part: string, fields: Line, of: (record: Line) => boolean = () => true) =>
  (lines: Line[]): void => {
    const record = recordsOf(lines, part).find(of)
    if (!record) throw new Error(`there is none among the ${part}`)
    Object.assign(record, fields)
  }

/** Writes a number into the first rows that there are: the places are those of a score, a since and an entity. */
const inRows =
  (what: 'score' | 'since' | 'entity', value: number) =>
  (lines: Line[]): void => {
    const line = lines[partAt(lines, 'board-rows')] as Line
    const bytes = Buffer.from(line['bytes'] as string, 'base64')
    const count = bytes.length / 20
    if (what === 'entity') bytes.writeInt32LE(value, count * 16)
    else bytes.writeDoubleLE(value, what === 'score' ? 0 : count * 8)
    line['bytes'] = bytes.toString('base64')
  }

async function* inBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function refusalOf(which: keyof typeof texts, change: (lines: Line[]) => void): Promise<string> {
  const { state } = world.emulator.runtime('staging')
  const done = await world.emulator.whole('staging').import(inBytes(edited(texts[which], change)))
  if (!isFault(done)) throw new Error('it was taken')
  expect(done.fault).toBe('invalid_request')
  expect(world.emulator.runtime('staging').state).toBe(state)
  return String(done.facts['message'])
}

describe('a state without its history that somebody has changed and signed is refused', () => {
  test.each<[string, (lines: Line[]) => void, string | RegExp]>([
    ['no frame', (lines) => lines.splice(partAt(lines, 'frame'), 1), 'it does not contain a whole state'],
    [
      'a frame twice',
      (lines) => lines.splice(partAt(lines, 'frame'), 0, structuredClone(lines[partAt(lines, 'frame')] as Line)),
      /^Line \d+: players\.0 \('neo'\) does not match the rest of the state$|^Line \d+: frame/,
    ],
    [
      'a frame behind the players',
      (lines) => lines.splice(partAt(lines, 'processes'), 0, ...lines.splice(partAt(lines, 'frame'), 1)),
      /: frame\.0 does not match the rest of the state$/,
    ],
    [
      'a history without room to go on',
      (lines) => {
        ;(dataOf(lines, 'frame') as Line)['seq'] = 2 ** 35 - 1
        Object.assign(lines[0] as Line, { seq: 2 ** 35 - 1, first: 2 ** 35 })
      },
      /do not end where the state stands|longer history|seq/,
    ],
    [
      'a player twice',
      (lines) => recordsOf(lines, 'players').push(structuredClone(recordsOf(lines, 'players')[0] as Line)),
      /does not match the rest of the state$/,
    ],
    ['a player who comes from the future', inRecord('players', { born: 1e9 }), 'players.0 comes from an entry'],
    ['the feed of another', inRecord('processes', { feed: 1 }), 'processes.0 has a feed that belongs to another owner'],
    [
      'an amount that is none',
      (lines) => Object.assign(recordsOf(lines, 'players')[0]?.['scores'] as Line, { 'p:xp': 1.5 }),
      'players.0.scores: expected amounts',
    ],
    [
      'an owner who is no player',
      inRecord('processes', { owner: 'nobody' }),
      "processes.0 belongs to 'nobody', which is not a player",
    ],
    [
      'an owner who is no member',
      inRecord('teams', { owner: 'oracle' }),
      "teams.0 belongs to 'oracle', who is not a member of it",
    ],
    [
      'a membership of what is not there',
      inRecord('memberships', { subject: 'team:nothing' }),
      'memberships.0 belongs to team:nothing, which does not exist',
    ],
    [
      'a membership of nobody',
      inRecord('memberships', { player: 'nobody' }),
      "memberships.0 belongs to 'nobody', which is not a player",
    ],
    [
      'a membership twice',
      (lines) => recordsOf(lines, 'memberships').push(structuredClone(recordsOf(lines, 'memberships')[0] as Line)),
      /is the second membership of/,
    ],
    [
      'a membership of another definition',
      inRecord('memberships', { definition: 'team:x' }),
      'which is not an instance of team:x',
    ],
    [
      'a role of another kind',
      inRecord('memberships', { roles: { '=guest': true } }),
      'has roles that a process does not have',
    ],
    [
      'a request about what is not there',
      inRecord('requests', { subject: { kind: 'team', id: 'nothing', name: 'x' } }),
      "requests.0 is about the team 'nothing', which does not exist",
    ],
    ['a request of nobody', inRecord('requests', { actor: { id: 'nobody', alias: 'x' } }), "names 'nobody'"],
    [
      'a request of no event',
      inRecord('requests', { id: 'x' }),
      'requests.0 has an id or a time that belongs to no event',
    ],
    [
      'rates of nobody',
      inRecord('rates', { player: 'nobody', id: 'nobody/neo/played' }),
      "rates.0 belongs to 'nobody'",
    ],
    [
      'somebody who has gone and is there',
      (lines) => void ((dataOf(lines, 'departed') as Json[][])[0]![0] = 'neo'),
      'departed.0 is still a player',
    ],
    [
      'other numbers of what is in use',
      (lines) => void ((dataOf(lines, 'holders') as Json[][])[0]![1] = 77),
      'does not match the number of holders of',
    ],
    [
      'no numbers of what is in use',
      (lines) => lines.splice(partAt(lines, 'holders'), 1),
      'does not list everything that players have',
    ],
    [
      'a board that the design has not',
      (lines) => Object.assign(dataOf(lines, 'board') as Line, { metric: 'p:coins' }),
      'board.0 is not a leaderboard of the active design',
    ],
    [
      'a cycle that the board has not',
      (lines) => Object.assign(dataOf(lines, 'board-cycle') as Line, { cycle: 'weekly' }),
      'board-cycle.0 is not the next cycle of the leaderboard',
    ],
    [
      'a period that begins when none does',
      (lines) => {
        const part = lines.find((line) => line['part'] === 'board-cycle' && (line['data'] as Line)['cycle'] === 'daily')
        Object.assign(part?.['data'] as Line, { start: 77 })
      },
      /^Line \d+: board-cycle\.\d does not match the rest of the state$/,
    ],
    [
      'a period that is not over',
      (lines) => Object.assign(dataOf(lines, 'board-period') as Line, { start: 1e14 }),
      'a finished period',
    ],
    ['a score that is no number', inRows('score', Number.NaN), 'board-rows.0 has a score that is not an amount'],
    ['a score that is no amount', inRows('score', 0.5), 'board-rows.0 has a score that is not an amount'],
    ['a row of no entry', inRows('since', 0.5), 'board-rows.0 has a score that belongs to no entry'],
    ['a row of a later entry', inRows('since', 1e9), 'board-rows.0 comes from an entry that does not exist'],
    ['a row of nobody', inRows('entity', 1e6), 'board-rows.0 names a player or team that does not exist'],
    ['a row of nobody at all', inRows('entity', -1), 'board-rows.0 names a player or team that does not exist'],
    [
      'fewer rows than it says',
      (lines) => Object.assign(dataOf(lines, 'board-rankings') as Line, { rankings: [[null, 77]] }),
      /does not match the rest of the state$/,
    ],
  ])('with %s', async (_, change, words) => {
    expect(await refusalOf('state', change)).toMatch(
      words instanceof RegExp ? words : new RegExp(words.replaceAll('.', '\\.')),
    )
  })
})

describe('a history that somebody has changed and signed is refused', () => {
  const inEvent =
    (kind: string, change: (event: Line, entry: Line) => void) =>
    (lines: Line[]): void => {
      for (const entry of lines) {
        const event = (entry['events'] as Line[] | undefined)?.find((each) => each['event'] === kind)
        if (event) return change(event, entry)
      }
      throw new Error(`nothing like ${kind} happens`)
    }

  test.each<[string, (lines: Line[]) => void, RegExp]>([
    ['an event of no kind', inEvent('score', (event) => void (event['event'] = 'scored')), /events\.0\.event: no such/],
    ['an event without a part', inEvent('score', (event) => delete event['player']), /events\.0\.player: missing/],
    [
      'an amount that is none',
      inEvent('action', (event) => Object.assign((event['changes'] as Line[])[0]?.['delta'] as Line, { new: '1e3' })),
      /events\.0\.changes\.0: expected a change of a metric/,
    ],
    [
      'a player who is not there',
      inEvent('score', (event) => Object.assign(event['player'] as Line, { id: 'nobody' })),
      /the entry cannot be applied: .*'nobody'/,
    ],
    [
      'a design that is not there',
      inEvent('design:deployed', (event) => void (event['hash'] = 'a'.repeat(64))),
      /none of the lines before it has the design a+/,
    ],
    [
      'an input that is nested without end',
      inEvent('score', (_, entry) => void (entry['input'] = JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`) as Json)),
      /this entry is nested too deeply/,
    ],
    [
      'another score',
      (lines) => Object.assign(recordsOf(lines, 'players')[0]?.['scores'] as Line, { 'p:xp': 12_345 }),
      /^Line \d+: players\.0 \('neo'\) does not match the entries$/,
    ],
    [
      'a board less of its rows',
      (lines) => lines.splice(partAt(lines, 'board-rows'), 1),
      /board-rows\.0 does not match the entries/,
    ],
    [
      'no players',
      (lines) => lines.splice(partAt(lines, 'players'), 1),
      /players\.0 \('neo'\) does not match the entries/,
    ],
  ])('with %s', async (_, change, words) => {
    expect(await refusalOf('whole', change)).toMatch(words)
  })
})

test('a history with an input that is none of its command is taken, and why tells that gamify cannot decide it again', async () => {
  let entry: Line | undefined
  const text = edited(texts.whole, (lines) => {
    entry = lines.findLast(({ op }) => op === 'actions.play')
    Object.assign(entry ?? {}, { input: null })
  })
  expect(await world.emulator.whole('staging').import(inBytes(text))).toHaveProperty('seq')
  const { status, body } = await world.request('GET', `/_gamify/why/${eventId(entry as unknown as Entry, 0)}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ same: null, steps: [], more: 0, entry: { op: 'actions.play', input: null } })
  expect((body as { note: string }).note).toMatch(
    /^gamify cannot decide it again \(TypeError: .*: its input does not fit its command/,
  )
})
