import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { extentAfter, type PageResource, pagedListing, wholeListing } from './listing.ts'
import { type Known, learnt, type Resource, type See, seeIn } from './resource.ts'

/** Looks at nothing that is known, and remembers what it looked at. */
function looking(): { readonly see: See; readonly looked: Resource<unknown>[] } {
  const looked: Resource<unknown>[] = []
  const see: See = (resource) => {
    looked.push(resource)
    return { kind: 'waiting' }
  }
  return { see, looked }
}

const numbers = pagedListing('numbers', async (_, { skip, limit }) => ({
  data: Array.from({ length: Number(limit) }, (__, i) => Number(skip) + i),
  total: 1_000_000,
}))

test('of a list, the pages that are in view are looked at and no others', async () => {
  const { see, looked } = looking()
  expect(numbers.rows(999_950, 20, see).items).toEqual(Array.from({ length: 20 }, () => undefined))
  expect(numbers.rows(195, 10, see).items).toHaveLength(10)
  expect(looked.map(({ key }) => key)).toEqual(['numbers page 9999', 'numbers page 1', 'numbers page 2'])
  const page = (await looked[0]?.load({} as Client)) as { data: readonly number[] }
  expect([page.data[0], page.data.at(-1)]).toEqual([999_900, 999_999])
})

test('rows that are here stand in their places, those that are not are missing, and why is told', () => {
  const page = (key: string, known: Known<unknown>) => [key, known] as const
  const here = { kind: 'here', value: { data: Array.from({ length: 100 }, (_, i) => i), total: 300 } } as const
  const see = seeIn(new Map([page('numbers page 1', here), page('numbers page 2', { kind: 'refused', words: 'no' })]))
  expect(numbers.rows(198, 4, see)).toEqual({ items: [98, 99, undefined, undefined], trouble: 'no' })
})

test('a list whose length nobody tells is as long as what came, and open where a page was full', () => {
  const full = { data: Array.from({ length: 100 }, () => 'x'), total: undefined }
  const first = extentAfter(undefined, full, 0)
  expect(first).toEqual({ total: 100, isOpen: true })
  const second = extentAfter(first, full, 100)
  expect(second).toEqual({ total: 200, isOpen: true })
  expect(extentAfter(second, full, 0)).toEqual(second)
  expect(extentAfter(second, { data: ['x'], total: undefined }, 200)).toEqual({ total: 201, isOpen: false })
  expect(extentAfter(second, { data: [], total: 5 }, 0)).toEqual({ total: 5, isOpen: false })
})

test('a list that comes as a whole is narrowed here', () => {
  const words = { key: 'words', load: async () => ['one', 'two', 'three'] }
  const listing = wholeListing(words, (word) => word.includes('o'))
  const see = seeIn(new Map([['words', { kind: 'here', value: ['one', 'two', 'three'] }]]))
  expect(listing.extent(see, undefined)).toEqual({ total: 2, isOpen: false })
  expect(listing.rows(0, 3, see).items).toEqual(['one', 'two', undefined])
  expect(listing.extent(looking().see, undefined)).toBeUndefined()
})

test('what is known has an end: the oldest goes first', () => {
  let knowledge = new Map() as ReadonlyMap<string, Known<unknown>>
  for (let i = 0; i < 400; i += 1) knowledge = learnt(knowledge, `${i}`, { kind: 'here', value: i })
  knowledge = learnt(knowledge, '100', { kind: 'here', value: 'again' })
  expect(knowledge.size).toBe(300)
  expect([...knowledge.keys()].at(-1)).toBe('100')
  expect(knowledge.has('99')).toBe(false)
})

test('a page says of which list it is and from which row on', () => {
  const { see, looked } = looking()
  numbers.rows(250, 1, see)
  expect(looked[0] as PageResource<number>).toMatchObject({ list: 'numbers', from: 200 })
})
