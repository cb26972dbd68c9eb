import type { ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import type { ControlAnswer } from '../../../interface/control-answers.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Name } from '../../parts/name.tsx'
import { Shown } from '../../parts/problem.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players.ranks

type Board = ControlAnswer<'GET /_gamify/leaderboards'>[number]

/** A leaderboard, or the part of it that ranks the members of a team. */
interface BoardPart {
  readonly board: Board
  readonly cycle: Board['cycles'][number]
  readonly team: PlayerDetails['teams'][number] | undefined
}

interface Ranked extends BoardPart {
  /** Undefined if the player is not ranked there. */
  readonly place: { readonly rank: number; readonly score: string } | undefined
  readonly total: number
}

/** The ranks of a player on all leaderboards, over all time where a board has that. Spec 8.2. */
export function RanksTab({ player: { id, teams } }: { readonly player: PlayerDetails }): ReactNode {
  const ranks = useLoad(['ranks', id, teams.map((team) => team.id)], (client) => readRanks(client, id, teams))
  return (
    <Shown of={ranks}>
      {(list) =>
        list.length === 0 ? (
          <p className="empty">{t.none}</p>
        ) : (
          <>
            <div className="card player-table">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t.board}</th>
                    <th scope="col">{t.within}</th>
                    <th scope="col">{t.period}</th>
                    <th scope="col" className="number">
                      {t.rank}
                    </th>
                    <th scope="col" className="number">
                      {t.score}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ board, cycle, team, place, total }) => (
                    <tr key={`${board.id} ${team?.id}`}>
                      <td>
                        <Go to={pathOf('boards', board.id)}>
                          <Name>{board.name}</Name>
                        </Go>
                      </td>
                      <td>{team ? <Name>{team.name}</Name> : t.game}</td>
                      <td>{cycle}</td>
                      <td className="number">
                        {place ? (
                          <>
                            <strong>{place.rank.toLocaleString()}</strong>{' '}
                            <span className="muted">/ {total.toLocaleString()}</span>
                          </>
                        ) : (
                          <span className="muted">{t.unranked}</span>
                        )}
                      </td>
                      <td className="number">{place?.score}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {list[0] && <CommandLine command={`leaderboard ${list[0].board.id} --around ${shellQuoted(id)}`} />}
          </>
        )
      }
    </Shown>
  )
}

async function readRanks(client: Client, player: string, teams: PlayerDetails['teams']): Promise<readonly Ranked[]> {
  const boards = await control(client, 'GET /_gamify/leaderboards')
  const parts = boards.flatMap((board): BoardPart[] => {
    const cycle = board.cycles.includes('alltime') ? 'alltime' : board.cycles[0]
    if (board.entity_type !== 'players' || cycle === undefined) return []
    const { scope } = board
    if (scope.type === 'game') return [{ board, cycle, team: undefined }]
    const within = teams.filter((team) => 'id' in scope && (team.id === scope.id || team.definition.id === scope.id))
    return within.map((team) => ({ board, cycle, team }))
  })
  return Promise.all(parts.map((part) => readRank(client, player, part)))
}

async function readRank(client: Client, player: string, part: BoardPart): Promise<Ranked> {
  const { board, cycle, team } = part
  const { data, total } = await control(client, 'GET /_gamify/leaderboards/:leaderboard_id', {
    params: { leaderboard_id: board.id },
    query: { cycle, entity_id: player, radius: '0', team_instance_id: team?.id },
  })
  const row = data.find((entry) => 'player' in entry && entry.player.id === player)
  return { ...part, place: row && { rank: row.rank, score: String(row.score) }, total }
}
