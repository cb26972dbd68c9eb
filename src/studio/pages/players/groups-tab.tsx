import type { ReactNode } from 'react'
import { AskedDeed } from '../../parts/asked-deed.tsx'
import { stepCommand } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { ReceivedInvitations } from '../../parts/invitations.tsx'
import { Name } from '../../parts/name.tsx'
import { pathOf } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players.groups

/** The teams and processes that a player is in. Spec 8.2. */
export function GroupsTab({ player: { id: player, teams, processes } }: { readonly player: PlayerDetails }): ReactNode {
  const left = processes.total - processes.data.length
  return (
    <>
      <section className="card player-groups">
        <h2>{t.teams}</h2>
        {teams.length === 0 ? (
          <p className="muted">{t.noTeams}</p>
        ) : (
          <ul className="plain">
            {teams.map(({ id, name, definition, roles }) => (
              <li key={id}>
                <Go to={pathOf('teams', id)}>
                  <Name>{name}</Name>
                </Go>{' '}
                <span className="muted">
                  <Name>{definition.name}</Name>
                </span>
                {roles.map((role) => (
                  <span key={role} className="badge">
                    {role}
                  </span>
                ))}
                <Leave player={player} kind="team" id={id} name={name} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="card player-groups">
        <h2>{t.processes}</h2>
        {processes.data.length === 0 ? (
          <p className="muted">{t.noProcesses}</p>
        ) : (
          <ul className="plain">
            {processes.data.map(({ id, name, definition, state, lanes }) => (
              <li key={id}>
                <Go to={pathOf('processes', id)}>
                  <Name>{name}</Name>
                </Go>{' '}
                <code className="muted">{id}</code>
                {name !== definition.name && (
                  <span className="muted">
                    <Name>{definition.name}</Name>
                  </span>
                )}
                <span className={state === 'ACTIVE' ? 'badge accent' : 'badge'}>{t.states[state]}</span>
                {lanes.map((lane) => (
                  <span key={lane.name} className="badge">
                    {lane.name}: {lane.role}
                  </span>
                ))}
                <Leave player={player} kind="process" id={id} name={name} />
              </li>
            ))}
          </ul>
        )}
        {left > 0 && <p className="muted">{t.more(left)}</p>}
      </section>
      <ReceivedInvitations player={player} />
    </>
  )
}

/** Lets the player leave a team or process. Owners cannot, which the service says. */
function Leave({
  player: as,
  kind,
  id,
  name,
}: {
  readonly player: string
  readonly kind: 'team' | 'process'
  readonly id: string
  readonly name: string
}): ReactNode {
  const { at } = useGame()
  if (at !== undefined) return null
  return (
    <AskedDeed
      action={t.leave}
      label={t.leaveNamed(name)}
      title={t.leaveTitle(as, name)}
      loss={t.leaveLoss}
      deed={{
        run: (client) =>
          kind === 'team'
            ? client.call('POST /v2/runtime/teams/:team_id/leave', { params: { team_id: id }, as })
            : client.call('POST /v2/runtime/processes/:process_id/leave', { params: { process_id: id }, as }),
        done: () => t.left(as, id),
        command: stepCommand({ as, leave: { [kind]: id } }),
      }}
    />
  )
}
