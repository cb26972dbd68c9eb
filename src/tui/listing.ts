import type { Client } from '../client/client.ts'
import type { Resource, ReadResource } from './resource.ts'

/** The number of rows in a page. */
export const PAGE_ROWS = 100

/** A page of a list. `total` is the length of the list, or undefined if the service does not return it. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly total: number | undefined
}

/** The known length of a list. An open list can be longer. */
export interface Extent {
  readonly total: number
  readonly isOpen: boolean
}

/** Some rows of a list. Rows that are not loaded yet are undefined. */
export interface Rows<Item> {
  readonly items: readonly (Item | undefined)[]
  /** Why some rows could not be loaded. */
  readonly error: string | undefined
}

/** A list that loads only the rows in view. */
export interface Listing<Item> {
  /** The key for the length of the list. */
  readonly key: string
  rows(from: number, count: number, read: ReadResource): Rows<Item>
  /** Returns the length of the list, or undefined if it is not known. `known` is the length after the last page. */
  extent(read: ReadResource, known: Extent | undefined): Extent | undefined
}

/** Loads `limit` rows of a list, starting with the row `skip`. */
export type LoadPage<Item> = (client: Client, range: { skip: string; limit: string }) => Promise<Page<Item>>

/** A page of a list as a resource: the key of the list, and the number of the first row in the page. */
export interface PageResource<Item> extends Resource<Page<Item>> {
  readonly list: string
  readonly from: number
}

/** Creates a list that is loaded page by page. */
export function pagedListing<Item>(key: string, loadPage: LoadPage<Item>): Listing<Item> {
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
        const index = from + i
        const state = pages[Math.floor(index / PAGE_ROWS) - first]
        return state?.kind === 'loaded' ? state.value.data[index % PAGE_ROWS] : undefined
      })
      return { items, error: pages.find((state) => state.kind === 'failed')?.error }
    },
    extent: (_, known) => known,
  }
}

/** Creates a list of the rows that match a pattern, or of all rows if it is empty. A search returns no length. */
export function searchableListing<Item>(
  key: string,
  pattern: string,
  loadPage: LoadPage<Item>,
  search: (client: Client, query: { pattern: string; skip: string; limit: string }) => Promise<readonly Item[]>,
): Listing<Item> {
  if (pattern === '') return pagedListing(key, loadPage)
  return pagedListing(`${key} like ${pattern}`, async (client, range) => ({
    data: await search(client, { pattern, ...range }),
    total: undefined,
  }))
}

/** Returns the length of a list after a page was loaded. `from` is the number of the first row in the page. */
export function extentAfter(before: Extent | undefined, { data, total }: Page<unknown>, from: number): Extent {
  if (total !== undefined) return { total, isOpen: false }
  const end = from + data.length
  if (data.length < PAGE_ROWS) return { total: end, isOpen: false }
  return before !== undefined && before.total > end ? before : { total: end, isOpen: true }
}

/** Creates a list that is loaded as a whole and then filtered. */
export function wholeListing<Item>(
  resource: Resource<readonly Item[]>,
  isIncluded: (item: Item) => boolean = () => true,
): Listing<Item> {
  const included = (read: ReadResource): readonly Item[] | undefined => {
    const state = read(resource)
    return state.kind === 'loaded' ? state.value.filter(isIncluded) : undefined
  }
  return {
    key: resource.key,
    rows(from, count, read) {
      const state = read(resource)
      const all = included(read) ?? []
      return {
        items: Array.from({ length: count }, (_, i) => all[from + i]),
        error: state.kind === 'failed' ? state.error : undefined,
      }
    },
    extent(read) {
      const all = included(read)
      return all && { total: all.length, isOpen: false }
    },
  }
}

/** Creates a list of items in memory. */
export function listingOf<Item>(key: string, all: readonly Item[]): Listing<Item> {
  return {
    key,
    rows: (from, count) => ({ items: Array.from({ length: count }, (_, i) => all[from + i]), error: undefined }),
    extent: () => ({ total: all.length, isOpen: false }),
  }
}
