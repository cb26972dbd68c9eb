import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { extentAfter, type PageResource, pagedListing, wholeListing } from './listing.ts'
import { type ResourceState, withResource, type Resource, type ReadResource, resourceReader } from './resource.ts'

/** Creates a reader for which every resource is loading, and which records the resources that it reads. */
function looking(): { readonly read: ReadResource; readonly looked: Resource<unknown>[] } {
  const looked: Resource<unknown>[] = []
  const read: ReadResource = (resource) => {
    looked.push(resource)
    return { kind: 'loading' }
  }
  return { read, looked }
}

const numbers = pagedListing('numbers', async (_, { skip, limit }) => ({
  data: Array.from({ length: Number(limit) }, (__, i) => Number(skip) + i),
  total: 1_000_000,
}))

test('of a list, the pages that are in view are looked at and no others', async () => {
  const { read, looked } = looking()
  expect(numbers.rows(999_950, 20, read).items).toEqual(Array.from({ length: 20 }, () => undefined))
  expect(numbers.rows(195, 10, read).items).toHaveLength(10)
  expect(looked.map(({ key }) => key)).toEqual(['numbers page 9999', 'numbers page 1', 'numbers page 2'])
  const page = (await looked[0]?.load({} as Client)) as { data: readonly number[] }
  expect([page.data[0], page.data.at(-1)]).toEqual([999_900, 999_999])
})

test('rows that are here stand in their places, those that are not are missing, and why is told', () => {
  const page = (key: string, known: ResourceState<unknown>) => [key, known] as const
  const here = { kind: 'loaded', value: { data: Array.from({ length: 100 }, (_, i) => i), total: 300 } } as const
  const read = resourceReader(
    new Map([page('numbers page 1', here), page('numbers page 2', { kind: 'failed', error: 'no' })]),
  )
  expect(numbers.rows(198, 4, read)).toEqual({ items: [98, 99, undefined, undefined], error: 'no' })
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
  const error = { key: 'words', load: async () => ['one', 'two', 'three'] }
  const listing = wholeListing(error, (word) => word.includes('o'))
  const read = resourceReader(new Map([['words', { kind: 'loaded', value: ['one', 'two', 'three'] }]]))
  expect(listing.extent(read, undefined)).toEqual({ total: 2, isOpen: false })
  expect(listing.rows(0, 3, read).items).toEqual(['one', 'two', undefined])
  expect(listing.extent(looking().read, undefined)).toBeUndefined()
})

test('what is known has an end: the oldest goes first', () => {
  let cache = new Map() as ReadonlyMap<string, ResourceState<unknown>>
  for (let i = 0; i < 400; i += 1) cache = withResource(cache, `${i}`, { kind: 'loaded', value: i })
  cache = withResource(cache, '100', { kind: 'loaded', value: 'again' })
  expect(cache.size).toBe(300)
  expect([...cache.keys()].at(-1)).toBe('100')
  expect(cache.has('99')).toBe(false)
})

test('a page says of which list it is and from which row on', () => {
  const { read, looked } = looking()
  numbers.rows(250, 1, read)
  expect(looked[0] as PageResource<number>).toMatchObject({ list: 'numbers', from: 200 })
})
