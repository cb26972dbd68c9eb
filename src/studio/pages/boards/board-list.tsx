import type { ReactNode } from 'react'
import { readBoards, type Leaderboard } from '../../../inspect/leaderboards.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Name } from '../../parts/name.tsx'
import { Shown } from '../../parts/problem.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { pathOf, useQuery } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.boards

/** Lists the leaderboards of the design. Spec 8.2. */
export function BoardList(): ReactNode {
  const boards = useLoad(['boards'], (client) => readBoards(control, client))
  const [query, change] = useQuery()
  const wanted = query.get('q') ?? ''
  return (
    <>
      <header className="page-head">
        <Heading>{t.title}</Heading>
        <p className="muted">{boards.value && t.count(boards.value.length)}</p>
      </header>
      <Shown of={boards}>
        {(all) => {
          if (all.length === 0) return <p className="empty">{t.none}</p>
          const found = all.filter((board) => matches(board, wanted))
          return (
            <>
              <div className="toolbar">
                <SearchField label={t.search} value={wanted} onChange={(q) => change({ q })} />
              </div>
              {found.length === 0 ? <p className="empty">{t.noMatch(wanted)}</p> : <BoardTable boards={found} />}
            </>
          )
        }}
      </Shown>
      <CommandLine command="leaderboard" />
    </>
  )
}

const matches = ({ id, name }: Leaderboard, wanted: string): boolean =>
  `${id} ${name}`.toLowerCase().includes(wanted.toLowerCase())

function BoardTable({ boards }: { readonly boards: readonly Leaderboard[] }): ReactNode {
  return (
    <div className="card flush">
      <table className="list">
        <thead>
          <tr>
            {[t.board, t.ranks, t.by, t.within, t.cycles].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {boards.map((board) => (
            <tr key={board.id}>
              <th scope="row">
                <Go to={pathOf('boards', board.id)}>
                  <Name>{board.name}</Name>
                </Go>
                {board.name !== board.id && <span className="muted id">{board.id}</span>}
              </th>
              <td data-label={t.ranks}>{t.entities[board.entity_type]}</td>
              <td data-label={t.by}>
                <Name>{board.metric.name}</Name>
              </td>
              <td data-label={t.within}>{t.scopes[board.scope.type]('id' in board.scope ? board.scope.id : '')}</td>
              <td data-label={t.cycles}>{board.cycles.map((cycle) => t.cycle[cycle]).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
