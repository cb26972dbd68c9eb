import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { periodsBeside, shownPeriod } from '../../../inspect/board-period.ts'
import { scopeKind, type Leaderboard } from '../../../inspect/leaderboards.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { optionName } from '../../parts/name.tsx'
import { useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import type { BoardChoice } from './board-choice.ts'
import { useShownNow } from './use-now.ts'

const t = texts.boards

interface FieldProps {
  readonly choice: BoardChoice
  readonly change: (parts: Partial<BoardChoice>) => void
}

/** Shows the period of the cycle, and goes to the one before and the one after it. */
export function PeriodField({ choice: { cycle, period }, change }: FieldProps): ReactNode {
  const now = useShownNow()
  if (cycle === 'alltime' || now === undefined) return null
  const { text, isOver } = shownPeriod(cycle, period, now)
  const { before, after } = periodsBeside(cycle, period, now)
  return (
    <div className="period" role="group" aria-label={t.period}>
      <button
        type="button"
        className="icon"
        aria-label={t.earlier}
        title={t.earlier}
        onClick={() => change({ period: before })}
      >
        <ChevronLeft aria-hidden size={18} />
      </button>
      <span aria-live="polite">
        {text} {isOver ? <span className="muted">{t.over}</span> : <span className="good">{t.present}</span>}
      </span>
      <button
        type="button"
        className="icon"
        aria-label={t.later}
        title={t.later}
        disabled={after === undefined}
        onClick={() =>
          change({ period: after !== undefined && shownPeriod(cycle, after, now).isOver ? after : undefined })
        }
      >
        <ChevronRight aria-hidden size={18} />
      </button>
    </div>
  )
}

/** Chooses the team or scope that the leaderboard is limited to. */
export function ScopeField({
  board,
  kind,
  choice,
  change,
}: FieldProps & { readonly board: Leaderboard; readonly kind: 'scope' | 'team' }): ReactNode {
  const definition = 'id' in board.scope ? board.scope.id : undefined
  const teams = useLoad(
    ['teams of', definition],
    async (client) => (await client.call('GET /v2/admin/teams', { query: { limit: MAX_SUGGESTED } })).body.data,
    kind === 'team',
  )
  const suggestions = (teams.value ?? []).filter((team) => team.definition.id === definition).map(({ id }) => id)
  return (
    <ChoiceField
      label={t.scopeLabel[kind]}
      value={choice.scope}
      suggestions={suggestions}
      onChoose={(scope) => change({ scope })}
    />
  )
}

/** The most ids that a field suggests. */
const MAX_SUGGESTED = '100'

/** Goes to the row of a player or team. */
export function AroundField({ board, choice, change }: FieldProps & { readonly board: Leaderboard }): ReactNode {
  return (
    <ChoiceField label={t.around[board.entity_type]} value={choice.around} onChoose={(around) => change({ around })} />
  )
}

/** Shows the scores of other leaderboards beside those of this one. */
export function MergeField({
  board,
  all,
  choice: { merge },
  change,
}: FieldProps & { readonly board: Leaderboard; readonly all: readonly Leaderboard[] }): ReactNode {
  const id = useId()
  const others = all
    .filter((each) => each.id !== board.id && each.entity_type === board.entity_type && !/[,|]/.test(each.id))
    .filter((each) => scopeKind(each) === undefined || scopeKind(each) === scopeKind(board))
    .flatMap((each) => each.cycles.map((other) => ({ value: `${each.id}|${other}`, board: each, cycle: other })))
  const nameOf = (value: string): string => {
    const found = others.find((each) => each.value === value)
    return found ? t.boardAndCycle(found.board.name, t.cycle[found.cycle]) : value
  }
  if (others.length === 0) return null
  return (
    <div className="field merge">
      <label htmlFor={id}>{t.merge}</label>
      <select id={id} value="" onChange={({ target }) => change({ merge: [...merge, target.value] })}>
        <option value="">{t.addBoard}</option>
        {others
          .filter(({ value }) => !merge.includes(value))
          .map(({ value }) => (
            <option key={value} value={value}>
              {optionName(nameOf(value))}
            </option>
          ))}
      </select>
      {merge.map((value) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-label={t.removeBoard(nameOf(value))}
          onClick={() => change({ merge: merge.filter((each) => each !== value) })}
        >
          {nameOf(value)} <X aria-hidden size={14} />
        </button>
      ))}
    </div>
  )
}
