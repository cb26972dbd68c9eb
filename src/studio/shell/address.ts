import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
// That of the router itself decodes the text, which the query is read from then a second time.
import { useSearch } from 'wouter/use-browser-location'

export type RuntimeName = 'staging' | 'production'

/**
 * What the address of a view says besides its path: the runtime, the moment to show the game as of, and the player to act
 * as. All of it is kept from one page to the next, so that every view can be shared and reloaded.
 */
export interface Setting {
  readonly runtime: RuntimeName
  readonly at: string | undefined
  readonly as: string | undefined
}

/** The names of the settings in the query of an address. Everything else there belongs to a page. */
const SETTINGS = ['runtime', 'at', 'as'] as const

export function useSetting(): Setting {
  const search = useSearch()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    return {
      runtime: query.get('runtime') === 'production' ? 'production' : 'staging',
      at: query.get('at') ?? undefined,
      as: query.get('as') ?? undefined,
    }
  }, [search])
}

/** Returns the parts of the query that belong to the page, and a function that changes them. Undefined removes one. */
export function useQuery(): readonly [URLSearchParams, (change: Readonly<Record<string, string | undefined>>) => void] {
  const search = useSearch()
  const [path, go] = useLocation()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (parts: Readonly<Record<string, string | undefined>>) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(parts))
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      go(withSearch(path, next), { replace: true })
    },
    [search, path, go],
  )
  return [query, change]
}

/** Returns a function that gives the whole address of a path of the studio, with the settings of the present one. */
export function useAddressOf(): (
  path: string,
  change?: Partial<Record<(typeof SETTINGS)[number], string | undefined>>,
) => string {
  const search = useSearch()
  return useCallback(
    (path, change = {}) => {
      const present = new URLSearchParams(search)
      const [bare = '', own = ''] = path.split('?')
      const next = new URLSearchParams(own)
      for (const name of SETTINGS) {
        const value = name in change ? change[name] : present.get(name)
        if (value !== null && value !== undefined && value !== '' && !(name === 'runtime' && value === 'staging'))
          next.set(name, value)
      }
      return withSearch(bare, next)
    },
    [search],
  )
}

function withSearch(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Joins the parts of a path. Ids can have any characters. */
export const pathOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`
