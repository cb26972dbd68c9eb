import { expect, test } from 'vitest'
import { faultBody, isFault, type Fault } from '../../game/kernel/fault.ts'
import { StreamSlots } from './stream-slots.ts'

const sentence = (found: Fault | undefined): unknown =>
  isFault(found) ? faultBody(found).error_description : undefined

const streams = (count: number): object[] => Array.from({ length: count }, () => ({}))

test('there is a place for 30,000 streams, and for one more when one has left', () => {
  const places = new StreamSlots()
  const all = streams(30_000)
  for (const stream of all) {
    expect(places.full()).toBeUndefined()
    places.take(stream)
  }
  expect(sentence(places.full())).toBe('30000 streams are open; try again later')
  expect(sentence(places.fullForStrangers())).toBe('30000 streams are open; try again later')
  places.leave(all[0] ?? {})
  expect([places.full(), places.fullForStrangers()]).toEqual([undefined, undefined])
})

test('2,000 may wait to be admitted, and take no place from those who are known', () => {
  const places = new StreamSlots()
  const strangers = streams(2_000)
  for (const stranger of strangers) {
    expect(places.fullForStrangers()).toBeUndefined()
    places.takeAsStranger(stranger)
  }
  const [first = {}, second = {}] = strangers
  const full = '2000 streams are waiting for their clients to authenticate; try again later'
  expect([places.full(), sentence(places.fullForStrangers())]).toEqual([undefined, full])
  places.admitted(first)
  expect(places.fullForStrangers()).toBeUndefined()
  places.takeAsStranger({})
  expect(sentence(places.fullForStrangers())).toBe(full)
  places.leave(second)
  expect(places.fullForStrangers()).toBeUndefined()
})

test('who goes while being admitted takes no place, and who leaves twice frees one', () => {
  const places = new StreamSlots()
  const [gone = {}, ...others] = streams(30_000)
  for (const stream of [gone, ...others]) places.take(stream)
  places.leave(gone)
  places.admitted(gone)
  places.leave(gone)
  places.take({})
  expect(places.full()).toBeDefined()
})
