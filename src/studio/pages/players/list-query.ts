import { useMemo } from 'react'
import { useQuery } from '../../shell/address.ts'

/** The parts of the address that say which players the list shows, and how. */
const PARTS = ['q', 'sort', 'order', 'columns'] as const

/** What the list shows, by the address. */
export interface ListQuery {
  readonly search: string
  readonly sort: string
  readonly order: 'ascending' | 'descending'
  /** The ids of the metrics that have a column; undefined if the person has not chosen any. */
  readonly columns: readonly string[] | undefined
  /** Adds the list to a path, so that it stays when a player is opened. */
  readonly withList: (path: string) => string
  readonly change: (parts: Partial<Record<(typeof PARTS)[number], string | undefined>>) => void
}

/** Returns what the address says about the list of players. */
export function useListQuery(): ListQuery {
  const [query, change] = useQuery()
  return useMemo(() => {
    const own = new URLSearchParams()
    for (const part of PARTS) {
      const value = query.get(part)
      if (value !== null) own.set(part, value)
    }
    const text = own.toString()
    return {
      search: query.get('q') ?? '',
      sort: query.get('sort') ?? 'joined',
      order: query.get('order') === 'descending' ? 'descending' : 'ascending',
      columns: query
        .get('columns')
        ?.split(',')
        .filter((id) => id !== '-'),
      withList: (path) => (text === '' ? path : `${path}?${text}`),
      change,
    }
  }, [query, change])
}
