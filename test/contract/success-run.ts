import { expect } from 'vitest'
import type { HistoryEntry } from '../../src/emulator/history/history-range.ts'
import type { Reply } from '../support/http.ts'
import { answerFor, askOf, pathOf, type Success } from './success-case.ts'
import type { World } from './world.ts'

/** What came of a call: its answer, and what the histories of both runtimes gained. */
export interface Outcome {
  readonly reply: Reply
  readonly entries: readonly HistoryEntry[]
}

/** Whether a line at one of its routes only reads, so that it may share its world with others. */
export const isQuestion = ({ first }: Success, route: string): boolean =>
  route.startsWith('GET ') && first === undefined

/** Sends the request of a line to one of its routes. */
export function request(world: World, each: Success, route: string): Promise<Reply> {
  const [method = ''] = route.split(' ')
  return world.request(method, pathOf(each, route, world.facts), askOf(each, route, world.facts))
}

/** Makes the calls that a line needs before its own; gives the answer of one that failed. */
export async function prepare(world: World, { first = [] }: Success): Promise<Reply | undefined> {
  for (const { call, ask } of first) {
    const [method = '', path = ''] = call.split(' ')
    const reply = await world.request(method, path, ask)
    if (reply.status !== 200) return reply
  }
  return undefined
}

/** Makes the call of a line, after those that it needs. */
export async function run(world: World, each: Success, route: string): Promise<Outcome> {
  expect(await prepare(world, each)).toBeUndefined()
  const runtimes = [world.emulator.runtime('staging'), world.emulator.runtime('production')]
  const since = runtimes.map(({ state }) => state.seq + 1)
  const reply = await request(world, each, route)
  const histories = runtimes.map((runtime, i) => Array.fromAsync(runtime.history({ since: { seq: since[i] ?? 0 } })))
  return { reply, entries: (await Promise.all(histories)).flat() }
}

/** Checks what came of a line at one of its routes against the table. */
export function expectSuccess({ reply, entries }: Outcome, each: Success, route: string): void {
  expect(reply.status, reply.text).toBe(200)
  const { body, headers } = reply
  expect(body ?? headers['content-type']).toEqual(matching(answerFor(each, route)))
  expect(entries.flatMap(({ events }) => events.map(({ event }) => event))).toEqual(each.events ?? [])
}

const isPlain = (value: unknown): value is object => value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Objects may have more fields than are told, at any depth; lists no more elements. */
function matching(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(matching)
  if (!isPlain(told)) return told
  return expect.objectContaining(
    Object.fromEntries(Object.entries(told).map(([name, value]) => [name, matching(value)])),
  )
}
