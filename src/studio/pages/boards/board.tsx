import { useMemo, type ReactNode } from 'react'
import { boardCommand } from '../../../inspect/board-command.ts'
import { readBoards, scopeKind, type Leaderboard } from '../../../inspect/leaderboards.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Shown } from '../../parts/problem.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { control } from '../../shell/control.ts'
import { useLoad } from '../../shell/game.tsx'
import { usePathId } from '../../shell/path-id.ts'
import { texts } from '../../texts.ts'
import { useBoardChoice, type BoardChoice } from './board-choice.ts'
import { AroundField, MergeField, PeriodField, ScopeField } from './board-fields.tsx'
import { RankingTable } from './ranking-table.tsx'
import { TrendView } from './trend-view.tsx'

const t = texts.boards

/** A leaderboard: its rows as they change, or the trends of ranks. Spec 8.2. */
export function Board(): ReactNode {
  const id = usePathId()
  const boards = useLoad(['boards'], (client) => readBoards(control, client))
  if (boards.value === undefined)
    return (
      <>
        <Heading>{id}</Heading>
        <Shown of={boards}>{() => null}</Shown>
      </>
    )
  return (
    <Shown of={boards}>
      {(all) => {
        const board = all.find((each) => each.id === id)
        if (board) return <KnownBoard key={id} board={board} all={all} />
        return (
          <>
            <Heading>{t.unknown(id)}</Heading>
            <p>
              <Go to="/boards">{t.toList}</Go>
            </p>
          </>
        )
      }}
    </Shown>
  )
}

interface BoardProps {
  readonly board: Leaderboard
  readonly all: readonly Leaderboard[]
}

function KnownBoard({ board, all }: BoardProps): ReactNode {
  const [choice, change] = useBoardChoice(board)
  const kind = scopeKind(board)
  const cycles = useMemo(() => board.cycles.map((cycle) => [cycle, t.cycle[cycle]] as const), [board])
  return (
    <>
      <header className="page-head">
        <p className="crumbs">
          <Go to="/boards">{t.title}</Go>
        </p>
        <Heading>{board.name}</Heading>
        <p className="muted">
          {t.about(t.entities[board.entity_type], board.metric.name)}{' '}
          {t.scopes[board.scope.type]('id' in board.scope ? board.scope.id : '')}
        </p>
      </header>
      <div className="toolbar">
        <Tabs
          label={t.view}
          tabs={[
            ['table', t.table],
            ['trend', t.trend],
          ]}
          chosen={choice.view}
          onChoose={(view) => change({ view })}
        />
        {cycles.length > 1 && (
          <Tabs
            label={t.cycleLabel}
            tabs={cycles}
            chosen={choice.cycle}
            onChoose={(cycle) => change({ cycle, period: undefined })}
          />
        )}
        {choice.view === 'table' && <PeriodField choice={choice} change={change} />}
        {kind !== undefined && <ScopeField board={board} kind={kind} choice={choice} change={change} />}
        {choice.view === 'table' && <AroundField board={board} choice={choice} change={change} />}
        {choice.view === 'table' && <MergeField board={board} all={all} choice={choice} change={change} />}
      </div>
      {kind !== undefined && choice.scope === '' ? (
        <p className="empty">{t.needsScope[kind]}</p>
      ) : (
        <BoardView board={board} choice={choice} change={change} />
      )}
    </>
  )
}

function BoardView({
  board,
  choice,
  change,
}: {
  readonly board: Leaderboard
  readonly choice: BoardChoice
  readonly change: (parts: Partial<BoardChoice>) => void
}): ReactNode {
  const { view, cycle, scope, period, around, merge } = choice
  if (view === 'trend') return <TrendView board={board} choice={choice} change={change} />
  const command = boardCommand(board, { cycle, scope, at: period, around: around === '' ? [] : [around], merge })
  return (
    <>
      <RankingTable board={board} choice={choice} />
      <CommandLine command={command} />
    </>
  )
}
