import { describe, expect, test } from 'vitest'
import { keptEndings } from '../../test/support/kept-endings.ts'
import { endedLogins, type EndedLogins, type Ending, type Login } from './ended-logins.ts'

const NOW_S = 1_700_000_000
const atStart = () => NOW_S * 1000

const login = (id: string, more: Partial<Login> = {}): Login => ({
  id,
  client: 'app',
  issuedAtS: NOW_S,
  expiresAtS: NOW_S + 60,
  ...more,
})
const jwt = (id: string, expiresAtS = NOW_S + 60): Login => login(id, { issuedAtS: undefined, expiresAtS })

test('a login that was ended is known, also to the next run, and no other is', async () => {
  const store = keptEndings()
  const ended = endedLogins(store, atStart)
  expect(ended.has(login('a'))).toBe(false)
  await ended.end(login('a'), NOW_S + 60)
  expect([ended.has(login('a')), ended.has(login('b'))]).toEqual([true, false])
  expect(store.now()).toEqual([{ family: 'tokens:app', id: 'a', untilS: NOW_S + 60 }])
  const again = endedLogins(keptEndings(store.now()), atStart)
  expect([again.has(login('a')), again.has(login('b'))]).toEqual([true, false])
})

test('a login that was ended before is not kept again', async () => {
  const store = keptEndings()
  const ended = endedLogins(store, atStart)
  await Promise.all([0, 1, 2].map(() => ended.end(login('a'), NOW_S + 60)))
  await endedLogins(keptEndings(store.now()), atStart).end(login('a'), NOW_S + 60)
  expect(store.writes).toEqual({ add: 1, replace: 0 })
})

test('a login is ended at once, though it cannot be kept; the next one is kept together with it', async () => {
  const store = keptEndings()
  const ended = endedLogins(store, () => 0)
  store.failure = new Error('no room')
  const kept = ended.end(login('a'), 60)
  expect(ended.has(login('a'))).toBe(true)
  await expect(kept).rejects.toThrow('no room')
  await expect(ended.end(login('a'), 60)).rejects.toThrow('no room')
  store.failure = undefined
  await ended.end(login('b'), 60)
  expect(store.now().map((ending) => 'id' in ending && ending.id)).toEqual(['a', 'b'])
  await ended.end(login('c'), 60)
  expect(store.writes).toEqual({ add: 1, replace: 1 })
})

test('the store is written anew now and then, without what has expired', async () => {
  let nowS = NOW_S
  const store = keptEndings()
  const ended = endedLogins(store, () => nowS * 1000)
  for (let i = 0; i < 10_000; i++) await ended.end(login(`short ${i}`), NOW_S + 60)
  expect(store.writes).toEqual({ add: 10_000, replace: 0 })
  nowS += 60
  await ended.end(login('b'), nowS + 60)
  expect(store.now()).toEqual([{ family: 'tokens:app', id: 'b', untilS: nowS + 60 }])
  // Also over many short runs, each of which ends little.
  let found = store.now()
  let [add, replace] = [0, 0]
  for (let run = 0; run < 30; run++) {
    const next = keptEndings(found)
    const inRun = endedLogins(next, () => nowS * 1000)
    for (let i = 0; i < 1000; i++) await inRun.end(login(`${run} ${i}`), nowS + 60)
    nowS += 60
    found = next.now()
    ;[add, replace] = [add + next.writes.add, replace + next.writes.replace]
  }
  expect(found.length).toBeLessThan(21_000)
  expect([add + replace, replace > 0]).toEqual([30_000, true])
})

test('when a client has too many, all its tokens so far end, none is good again, and others keep theirs', async () => {
  const store = keptEndings()
  const ended = endedLogins(store, atStart)
  await ended.end(jwt('a jwt', NOW_S + 90), NOW_S + 90)
  await ended.end(login('theirs', { client: 'other' }), NOW_S + 60)
  for (let i = 0; i <= 100_000; i++) await ended.end(login(`login ${i}`), NOW_S + 60)
  expect(store.now()).toEqual([
    { family: 'jwt:app', id: 'a jwt', untilS: NOW_S + 90 },
    { family: 'tokens:other', id: 'theirs', untilS: NOW_S + 60 },
    { family: 'tokens:app', coveredToS: NOW_S },
  ])
  for (const one of [ended, endedLogins(keptEndings(store.now()), atStart)]) {
    expect(one.has(login('login 0', { issuedAtS: NOW_S - 10 }))).toBe(true)
    expect(one.has(login('of that time'))).toBe(true)
    expect(one.has(login('a new one', { issuedAtS: NOW_S + 0.001 }))).toBe(false)
    expect(one.has(jwt('a jwt', NOW_S + 90))).toBe(true)
    expect(one.has(jwt('another jwt'))).toBe(false)
    expect(one.has(login('another', { client: 'other' }))).toBe(false)
  }
})

test('when a client has too many JWTs, those end that expire no later, and none is good again', async () => {
  const store = keptEndings()
  const ended = endedLogins(store, atStart)
  for (let i = 0; i <= 100_000; i++) await ended.end(jwt(`jwt ${i}`, NOW_S + 60 + (i % 7)), NOW_S + 60 + (i % 7))
  expect(store.now()).toEqual([{ family: 'jwt:app', coveredToS: NOW_S + 66 }])
  for (let i = 0; i < 7; i++) expect(ended.has(jwt(`jwt ${i}`, NOW_S + 60 + i))).toBe(true)
  expect(ended.has(jwt('a later one', NOW_S + 67))).toBe(false)
  expect(ended.has(login('a token'))).toBe(false)
})

test('what ends while everything is written anew is in it, or covered', async () => {
  const ends = [...Array(100_000).keys()].map((i) => ({
    family: 'tokens:app' as const,
    id: `login ${i}`,
    untilS: NOW_S + 60,
  }))
  const store = keptEndings(ends.slice(0, -1))
  const halted = Promise.withResolvers<void>()
  const writes: Ending[][] = []
  const replace = async (endings: () => Iterable<Ending>): Promise<void> => {
    const written: Ending[] = []
    writes.push(written)
    for (const ending of endings()) {
      if (written.length === 10) await halted.promise
      written.push(ending)
    }
  }
  const ended = endedLogins({ ...store, replace }, atStart)
  store.failure = new Error('no room')
  await expect(ended.end(login('login 99999'), NOW_S + 60)).rejects.toThrow('no room')
  store.failure = undefined
  const first = ended.end(login('elsewhere', { client: 'other' }), NOW_S + 60)
  const second = ended.end(login('one too many'), NOW_S + 60)
  halted.resolve()
  await Promise.all([first, second])
  expect(writes[0]?.at(-1)).toEqual({ family: 'tokens:app', coveredToS: NOW_S })
})

describe('who watches a login', () => {
  const watched = (ended: EndedLogins, ...logins: Login[]) => {
    const told: string[] = []
    const forget = logins.map((each) => ended.watch(each, () => told.push(each.id)))
    return { told, forget }
  }

  test('is told of its end at once, and of no other', async () => {
    const ended = endedLogins(keptEndings(), atStart)
    const { told, forget } = watched(ended, login('a'), login('a'), login('b'), jwt('a'))
    forget[1]?.()
    const kept = ended.end(login('a'), NOW_S + 60)
    expect(told).toEqual(['a'])
    await kept
  })

  test('is told of one that was ended before, unless it looks away at once', async () => {
    const ended = endedLogins(keptEndings(), atStart)
    await ended.end(login('a'), NOW_S + 60)
    const { told, forget } = watched(ended, login('a'), login('a'))
    forget[1]?.()
    expect(told).toEqual([])
    await Promise.resolve()
    expect(told).toEqual(['a'])
  })

  test('is told where all logins of a client end, since too many were ended one by one', async () => {
    const ended = endedLogins(keptEndings(), atStart)
    const { told } = watched(ended, login('old'), login('late', { issuedAtS: NOW_S + 1 }))
    for (let i = 0; i <= 100_000; i++) await ended.end(login(`${i}`), NOW_S + 60)
    expect(told).toEqual(['old'])
  })
})
