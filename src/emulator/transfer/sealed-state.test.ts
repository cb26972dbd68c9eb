import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/contract/world.ts'
import { edited, type Json, type Line } from '../../../test/support/edited-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { eventId } from '../../game/kernel/ids.ts'

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

describe('a sealed state without its history is refused', () => {
  test.each<[string, (lines: Line[]) => void, RegExp]>([
    ['no frame', (lines) => lines.splice(partAt(lines, 'frame'), 1), /it does not contain a whole state/],
    [
      'an amount that is not a number',
      (lines) => Object.assign(recordsOf(lines, 'players')[0]?.['scores'] as Line, { 'p:xp': 1.5 }),
      /^Line \d+: players\.0\.scores: expected amounts/,
    ],
    [
      'a part of an unknown name',
      (lines) => Object.assign(lines[partAt(lines, 'teams')] as Line, { part: 'tames' }),
      /^Line \d+: a state has no part named 'tames'/,
    ],
    [
      'another entry in its first line',
      (lines) => Object.assign(lines[0] as Line, { seq: 3, first: 4 }),
      /do not end at the entry of the state/,
    ],
  ])('with %s', async (_, change, words) => {
    expect(await refusalOf('state', change)).toMatch(words)
  })
})

describe('a sealed history is refused', () => {
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
