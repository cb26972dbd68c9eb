import { useCallback, useMemo } from 'react'
import type { Cycle } from '../../../inspect/board-period.ts'
import { cycleOf, scopeKind, type Leaderboard } from '../../../inspect/leaderboards.ts'
import { useQuery } from '../../shell/address.ts'

/** What of a leaderboard the address of the page asks for. */
export interface BoardChoice {
  readonly view: 'table' | 'trend'
  readonly cycle: Cycle
  /** The team or scope that the leaderboard is limited to; empty for none. */
  readonly scope: string
  /** A day in the period that is shown; undefined for the present period. */
  readonly period: string | undefined
  /** The player or team around whom the rows are shown. */
  readonly around: string
  /** Other leaderboards whose scores are shown too: `id|cycle` each. */
  readonly merge: readonly string[]
  /** The players or teams whose trends are shown; empty for the best ones. */
  readonly of: readonly string[]
}

const NAMES = { view: 'view', cycle: 'cycle', scope: 'scope', period: 'period', around: 'around' } as const

/** Returns what the address asks for, and a function that changes it. */
export function useBoardChoice(
  board: Leaderboard,
): readonly [choice: BoardChoice, change: (parts: Partial<BoardChoice>) => void] {
  const [query, changeQuery] = useQuery()
  const choice = useMemo<BoardChoice>(() => {
    const cycle = cycleOf(board, query.get(NAMES.cycle) ?? undefined)
    return {
      view: query.get(NAMES.view) === 'trend' ? 'trend' : 'table',
      cycle,
      scope: scopeKind(board) === undefined ? '' : (query.get(NAMES.scope) ?? ''),
      period: cycle === 'alltime' ? undefined : (query.get(NAMES.period) ?? undefined),
      around: query.get(NAMES.around) ?? '',
      merge: listIn(query.get('merge')),
      of: listIn(query.get('of')),
    }
  }, [board, query])
  const change = useCallback(
    ({ merge, of, ...parts }: Partial<BoardChoice>) =>
      changeQuery({
        ...parts,
        ...(merge && { merge: merge.join(',') }),
        ...(of && { of: of.join(',') }),
      }),
    [changeQuery],
  )
  return [choice, change]
}

const listIn = (text: string | null): readonly string[] => (text ?? '').split(',').filter((each) => each !== '')
