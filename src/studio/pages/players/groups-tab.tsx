import type { ReactNode } from 'react'
import { Go } from '../../parts/go.tsx'
import { Name } from '../../parts/name.tsx'
import { pathOf } from '../../shell/address.ts'
import { texts } from '../../texts.ts'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players.groups

/** The teams and processes that a player is in. Spec 8.2. */
export function GroupsTab({ player: { teams, processes } }: { readonly player: PlayerDetails }): ReactNode {
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
                <span className="muted">{definition.name}</span>
                {roles.map((role) => (
                  <span key={role} className="badge">
                    {role}
                  </span>
                ))}
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
                {name !== definition.name && <span className="muted">{definition.name}</span>}
                <span className={state === 'ACTIVE' ? 'badge accent' : 'badge'}>{t.states[state]}</span>
                {lanes.map((lane) => (
                  <span key={lane.name} className="badge">
                    {lane.name}: {lane.role}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        )}
        {left > 0 && <p className="muted">{t.more(left)}</p>}
      </section>
    </>
  )
}
