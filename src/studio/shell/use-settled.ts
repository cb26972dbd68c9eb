import { useQuery as useCached } from '@tanstack/react-query'
import { UnreachableError } from '../../client/service-error.ts'
import { describe, useGame, type Loaded } from './game.tsx'

/**
 * Loads what new entries do not change: an entry, its reasons, and what is between two moments. It is loaded again only
 * when another history takes the place of this one.
 */
export function useSettled<T>(key: readonly unknown[], load: () => Promise<T>, isNeeded = true): Loaded<T> {
  const { runtime } = useGame()
  const { data, error, isPending } = useCached({
    queryKey: [runtime, 'settled', ...key],
    queryFn: load,
    enabled: isNeeded,
  })
  return {
    value: data,
    problem: error === null || error instanceof UnreachableError ? undefined : describe(error),
    isLoading: isNeeded && isPending,
  }
}
