import type { Client } from '../client/client.ts'
import type { Resource, ReadResource } from './resource.ts'

/** The number of rows in a page. */
export const PAGE_ROWS = 100

/** Part of a list; `total` is the length of the list, undefined if the service does not say. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly total: number | undefined
}

/** The known length of a list; an open list may be longer. */
export interface Extent {
  readonly total: number
  readonly isOpen: boolean
}

/** Some rows of a list; those that are not loaded yet are undefined. */
export interface Rows<Item> {
  readonly items: readonly (Item | undefined)[]
  /** Why some could not be loaded. */
  readonly trouble: string | undefined
}

/** A list that loads only the rows in view. */
export interface Listing<Item> {
  /** The key for the length of the list. */
  readonly key: string
  rows(from: number, count: number, read: ReadResource): Rows<Item>
  /** Its length; `known` is the last known one. Undefined if nothing is known yet. */
  extent(read: ReadResource, known: Extent | undefined): Extent | undefined
}

/** Reads `limit` rows of a list from row `skip` on. */
export type ReadPage<Item> = (client: Client, range: { skip: string; limit: string }) => Promise<Page<Item>>

/** A page of a list, which also says how long the list is. */
export interface PageResource<Item> extends Resource<Page<Item>> {
  readonly list: string
  readonly from: number
}

/** A list that is read page by page. */
export function pagedListing<Item>(key: string, loadPage: ReadPage<Item>): Listing<Item> {
  const page = (number: number): PageResource<Item> => ({
    key: `${key} page ${number}`,
    list: key,
    from: number * PAGE_ROWS,
    load: (client) => loadPage(client, { skip: String(number * PAGE_ROWS), limit: String(PAGE_ROWS) }),
  })
  return {
    key,
    rows(from, count, read) {
      const first = Math.floor(from / PAGE_ROWS)
      const last = Math.floor(Math.max(from, from + count - 1) / PAGE_ROWS)
      const pages = Array.from({ length: last - first + 1 }, (_, i) => read(page(first + i)))
      const items = Array.from({ length: count }, (_, i) => {
        const at = from + i
        const known = pages[Math.floor(at / PAGE_ROWS) - first]
        return known?.kind === 'loaded' ? known.value.data[at % PAGE_ROWS] : undefined
      })
      return { items, trouble: pages.find((known) => known.kind === 'failed')?.error }
    },
    extent: (_, known) => known,
  }
}

/** The length of a list after a page of it has arrived. */
export function extentAfter(before: Extent | undefined, { data, total }: Page<unknown>, from: number): Extent {
  if (total !== undefined) return { total, isOpen: false }
  const end = from + data.length
  if (data.length < PAGE_ROWS) return { total: end, isOpen: false }
  return before !== undefined && before.total > end ? before : { total: end, isOpen: true }
}

/** A list that is loaded as a whole and filtered here. */
export function wholeListing<Item>(
  resource: Resource<readonly Item[]>,
  isMeant: (item: Item) => boolean = () => true,
): Listing<Item> {
  const found = (read: ReadResource): readonly Item[] | undefined => {
    const known = read(resource)
    return known.kind === 'loaded' ? known.value.filter(isMeant) : undefined
  }
  return {
    key: resource.key,
    rows(from, count, read) {
      const known = read(resource)
      const all = found(read) ?? []
      return {
        items: Array.from({ length: count }, (_, i) => all[from + i]),
        trouble: known.kind === 'failed' ? known.error : undefined,
      }
    },
    extent(read) {
      const all = found(read)
      return all && { total: all.length, isOpen: false }
    },
  }
}

/** A list that is in memory. */
export function listingOf<Item>(key: string, all: readonly Item[]): Listing<Item> {
  return {
    key,
    rows: (from, count) => ({ items: Array.from({ length: count }, (_, i) => all[from + i]), trouble: undefined }),
    extent: () => ({ total: all.length, isOpen: false }),
  }
}
