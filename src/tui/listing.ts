import type { Client } from '../client/client.ts'
import type { Resource, See } from './resource.ts'

/** Rows that are asked for at once. */
export const PAGE_ROWS = 100

/** Part of a list, `total` being all there is; undefined where the service does not tell that. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly total: number | undefined
}

/** How long a list is, as far as is known; an open one goes on behind that. */
export interface Extent {
  readonly total: number
  readonly isOpen: boolean
}

/** Some rows of a list: those that are not here yet are undefined. */
export interface Rows<Item> {
  readonly items: readonly (Item | undefined)[]
  /** Why some cannot be had. */
  readonly trouble: string | undefined
}

/** A list of which only what is looked at is there. */
export interface Listing<Item> {
  /** By what its length is remembered. */
  readonly key: string
  rows(from: number, count: number, see: See): Rows<Item>
  /** Its length; `known` is what is remembered of it. Undefined where nothing is known yet. */
  extent(see: See, known: Extent | undefined): Extent | undefined
}

/** Reads `limit` rows of a list from row `skip` on. */
export type ReadPage<Item> = (client: Client, range: { skip: string; limit: string }) => Promise<Page<Item>>

/** A page of a list, which tells how long that is. */
export interface PageResource<Item> extends Resource<Page<Item>> {
  readonly list: string
  readonly from: number
}

/** A list that is read page by page. */
export function pagedListing<Item>(key: string, read: ReadPage<Item>): Listing<Item> {
  const page = (number: number): PageResource<Item> => ({
    key: `${key} page ${number}`,
    list: key,
    from: number * PAGE_ROWS,
    load: (client) => read(client, { skip: String(number * PAGE_ROWS), limit: String(PAGE_ROWS) }),
  })
  return {
    key,
    rows(from, count, see) {
      const first = Math.floor(from / PAGE_ROWS)
      const last = Math.floor(Math.max(from, from + count - 1) / PAGE_ROWS)
      const pages = Array.from({ length: last - first + 1 }, (_, i) => see(page(first + i)))
      const items = Array.from({ length: count }, (_, i) => {
        const at = from + i
        const known = pages[Math.floor(at / PAGE_ROWS) - first]
        return known?.kind === 'here' ? known.value.data[at % PAGE_ROWS] : undefined
      })
      return { items, trouble: pages.find((known) => known.kind === 'refused')?.words }
    },
    extent: (_, known) => known,
  }
}

/** How long a list is once a page of it has come. */
export function extentAfter(before: Extent | undefined, { data, total }: Page<unknown>, from: number): Extent {
  if (total !== undefined) return { total, isOpen: false }
  const end = from + data.length
  if (data.length < PAGE_ROWS) return { total: end, isOpen: false }
  return before !== undefined && before.total > end ? before : { total: end, isOpen: true }
}

/** A list that comes as a whole, those of it that are meant. */
export function wholeListing<Item>(
  resource: Resource<readonly Item[]>,
  isMeant: (item: Item) => boolean = () => true,
): Listing<Item> {
  const found = (see: See): readonly Item[] | undefined => {
    const known = see(resource)
    return known.kind === 'here' ? known.value.filter(isMeant) : undefined
  }
  return {
    key: resource.key,
    rows(from, count, see) {
      const known = see(resource)
      const all = found(see) ?? []
      return {
        items: Array.from({ length: count }, (_, i) => all[from + i]),
        trouble: known.kind === 'refused' ? known.words : undefined,
      }
    },
    extent(see) {
      const all = found(see)
      return all && { total: all.length, isOpen: false }
    },
  }
}

/** A list that is at hand. */
export function listingOf<Item>(key: string, all: readonly Item[]): Listing<Item> {
  return {
    key,
    rows: (from, count) => ({ items: Array.from({ length: count }, (_, i) => all[from + i]), trouble: undefined }),
    extent: () => ({ total: all.length, isOpen: false }),
  }
}
