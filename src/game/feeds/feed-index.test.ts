import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ, unpackPosition } from '../kernel/ids.ts'
import {
  addToFeed,
  emptyFeedIndex,
  feedIndexBytes,
  feedIndexOf,
  firstPositionFrom,
  forgetRecords,
  GAME_FEED,
  openFeed,
  positionsInFeed,
  recordCount,
  type FeedIndex,
} from './feed-index.ts'

/** Records in a chunk of the index. */
const CHUNK = 16_384

/** Oldest first. */
const places = (index: FeedIndex, feed: number, start = 0, end = Infinity) =>
  [...positionsInFeed(index, feed, start, end)].map(unpackPosition).toReversed()

const seqs = (...of: Parameters<typeof places>) => places(...of).map(({ seq }) => seq)

/** The index as its bytes give it again. */
const again = (index: FeedIndex) =>
  feedIndexOf(
    feedIndexBytes(index).map((bytes) => new Uint8Array(bytes).slice()),
    index.gone,
  )

describe('the feeds', () => {
  test('begin with that of the game, which is empty', () => {
    const index = emptyFeedIndex()
    expect(seqs(index, GAME_FEED)).toEqual([])
    expect(openFeed(index)).toBe(1)
  })

  test('keep each its own events, oldest first, with their places in the entry', () => {
    const index = emptyFeedIndex()
    const [a, b] = [openFeed(index), openFeed(index)]
    addToFeed(index, a, { seq: 1, index: 0 }, 10)
    addToFeed(index, b, { seq: 1, index: 1 }, 10)
    addToFeed(index, a, { seq: MAX_SEQ, index: MAX_EVENTS_AN_ENTRY - 1 }, 20)
    addToFeed(index, GAME_FEED, { seq: 1, index: 1 }, 10)
    expect(places(index, a, 0, 100)).toEqual([
      { seq: 1, index: 0 },
      { seq: MAX_SEQ, index: MAX_EVENTS_AN_ENTRY - 1 },
    ])
    expect(places(index, b, 0, 100)).toEqual([{ seq: 1, index: 1 }])
    expect(places(index, GAME_FEED, 0, 100)).toEqual([{ seq: 1, index: 1 }])
  })

  test('are read from one instant to another, both inclusive', () => {
    const index = emptyFeedIndex()
    const feed = openFeed(index)
    for (const at of [10, 20, 20, 30]) addToFeed(index, feed, { seq: at, index: 0 }, at)
    expect(seqs(index, feed, 20, 20)).toEqual([20, 20])
    expect(seqs(index, feed, 11, 30)).toEqual([20, 20, 30])
    expect(seqs(index, feed, 0, 19)).toEqual([10])
    expect(seqs(index, feed, 31)).toEqual([])
    expect(seqs(index, feed, 30, 20)).toEqual([])
  })

  test('are walked as they were, however they grow meanwhile', () => {
    const index = emptyFeedIndex()
    const feed = openFeed(index)
    for (const seq of [1, 2, 3]) addToFeed(index, feed, { seq, index: 0 }, seq)
    const walk = positionsInFeed(index, feed, 0, Infinity)
    const newest = walk.next()
    addToFeed(index, feed, { seq: 4, index: 0 }, 4)
    expect([newest.value ?? 0, ...walk].map((place) => unpackPosition(place).seq)).toEqual([3, 2, 1])
  })

  test('are as many as there are players', () => {
    const index = emptyFeedIndex()
    const feeds = Array.from({ length: 1000 }, () => openFeed(index))
    for (const feed of feeds) addToFeed(index, feed, { seq: feed, index: 0 }, 0)
    expect(feeds.every((feed) => seqs(index, feed).join() === String(feed))).toBe(true)
    expect(() => addToFeed(index, 1001, { seq: 1, index: 0 }, 0)).toThrow('no feed 1001')
  })

  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 5])(
    'of %i records come back from their bytes, and go on',
    (records) => {
      const index = emptyFeedIndex()
      const feeds = [GAME_FEED, openFeed(index), openFeed(index)]
      const fill = (of: FeedIndex, from: number, to: number) => {
        for (let i = from; i < to; i += 1) addToFeed(of, feeds[i % 3]!, { seq: i + 1, index: i % 7 }, i)
      }
      fill(index, 0, records)
      const copy = again(index)
      for (const each of [index, copy]) {
        expect(openFeed(each)).toBe(3)
        fill(each, records, records + 10)
      }
      for (const feed of [...feeds, 3]) expect(places(copy, feed)).toEqual(places(index, feed))
      expect(feedIndexBytes(copy)).toEqual(feedIndexBytes(index))
    },
  )

  test('whose bytes were taken do not change with what comes after', () => {
    const index = emptyFeedIndex()
    addToFeed(index, GAME_FEED, { seq: 1, index: 0 }, 1)
    const taken = feedIndexBytes(index)
    addToFeed(index, GAME_FEED, { seq: 2, index: 0 }, 2)
    openFeed(index)
    expect(seqs(feedIndexOf(taken), GAME_FEED)).toEqual([1])
  })

  test('agree with plain lists', () => {
    const step = fc.record({ feed: fc.nat(3), wait: fc.nat(3), place: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(100), fc.nat(100), (steps, start, end) => {
        const index = emptyFeedIndex()
        for (let i = 0; i < 3; i += 1) openFeed(index)
        const lists: { seq: number; index: number; at: number }[][] = [[], [], [], []]
        let at = 0
        for (const [i, { feed, wait, place }] of steps.entries()) {
          at += wait
          addToFeed(index, feed, { seq: i + 1, index: place }, at)
          lists[feed]?.push({ seq: i + 1, index: place, at })
        }
        for (const [feed, list] of lists.entries()) {
          const wanted = list
            .filter((event) => event.at >= start && event.at <= end)
            .map(({ seq, index: place }) => ({ seq, index: place }))
          expect(places(again(index), feed, start, end)).toEqual(wanted)
        }
      }),
    )
  })

  test('take over the memory of full columns, and go on behind those that are not full', () => {
    const index = emptyFeedIndex()
    for (let seq = 1; seq <= CHUNK + 5; seq += 1) addToFeed(index, GAME_FEED, { seq, index: 0 }, seq)
    const bytes = feedIndexBytes(index).map((block) => block.slice())
    const read = feedIndexOf(bytes)
    expect(read.chunks[0]?.positions.buffer).toBe(bytes[2]?.buffer)
    addToFeed(read, GAME_FEED, { seq: CHUNK + 6, index: 0 }, CHUNK + 6)
    expect(seqs(read, GAME_FEED, CHUNK - 1)).toEqual(Array.from({ length: 8 }, (_, i) => CHUNK - 1 + i))
  })

  test('are the same where their bytes lie among others', () => {
    const index = emptyFeedIndex()
    for (let seq = 1; seq <= CHUNK; seq += 1) addToFeed(index, GAME_FEED, { seq, index: 0 }, seq)
    const amid = feedIndexBytes(index).map((block) => {
      const larger = new Uint8Array(block.length + 16)
      larger.set(block, 8)
      return larger.subarray(8, 8 + block.length)
    })
    expect(feedIndexBytes(feedIndexOf(amid))).toEqual(feedIndexBytes(index))
  })

  test('let go of old records in whole chunks, and go on as they were', () => {
    const index = emptyFeedIndex()
    const rare = openFeed(index)
    addToFeed(index, rare, { seq: 1, index: 0 }, 1)
    for (let seq = 2; seq <= 2 * CHUNK + 9; seq += 1) addToFeed(index, GAME_FEED, { seq, index: 0 }, seq)
    forgetRecords(index, CHUNK)
    expect(recordCount(index)).toBe(2 * CHUNK + 9)
    forgetRecords(index, CHUNK + 1)
    for (const feeds of [index, again(index)]) {
      expect(recordCount(feeds)).toBe(CHUNK + 9)
      expect(seqs(feeds, rare)).toEqual([])
      expect(seqs(feeds, GAME_FEED).slice(0, 2)).toEqual([CHUNK + 1, CHUNK + 2])
      expect(unpackPosition(firstPositionFrom(feeds, 0)).seq).toBe(CHUNK + 1)
      addToFeed(feeds, rare, { seq: 3 * CHUNK, index: 0 }, 3 * CHUNK)
      expect(seqs(feeds, rare)).toEqual([3 * CHUNK])
      expect(feedIndexBytes(again(feeds))).toEqual(feedIndexBytes(feeds))
    }
  })

  test('keep the newest chunk that is not full, however old it is', () => {
    const index = emptyFeedIndex()
    addToFeed(index, GAME_FEED, { seq: 1, index: 0 }, 1)
    forgetRecords(index, 100)
    expect(seqs(index, GAME_FEED)).toEqual([1])
  })
})
