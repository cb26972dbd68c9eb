import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '../../../client/client.ts'
import type { RouteOutput } from '../../../client/route-types.ts'
import { readTeamMembers } from '../../../inspect/team-members.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine, stepCommand } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DeedField } from '../../parts/deed-field.tsx'
import { FeedList } from '../../parts/feed-list.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { InvitationsCard } from '../../parts/invitations.tsx'
import { Name } from '../../parts/name.tsx'
import { Shown } from '../../parts/problem.tsx'
import { RequestsCard } from '../../parts/requests-card.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf, useSetting } from '../../shell/address.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { usePathId } from '../../shell/path-id.ts'
import { texts } from '../../texts.ts'
import { TeamInvitees } from './team-invitees.tsx'

const t = texts.teams

type ShownTeam = RouteOutput<'GET /v2/admin/teams/:team_id'>

/** A team: its members with their roles, its requests and what happened in it. Spec 8.2. */
export function Team(): ReactNode {
  const id = usePathId()
  const { at } = useGame()
  const params = { team_id: id }
  const team = useLoad(
    ['team', id],
    async (client) => (await client.call('GET /v2/admin/teams/:team_id', { params })).body,
  )
  const feed = useLoad(
    ['team feed', id],
    async (client) => (await client.call('GET /v2/admin/teams/:team_id/activity', { params })).body,
  )
  return (
    <>
      <header className="page-head">
        <p className="crumbs">
          <Go to="/teams">{t.title}</Go>
        </p>
        <Heading>{team.value?.name ?? id}</Heading>
        {at === undefined && team.value && <TeamButtons team={team.value} />}
      </header>
      <Shown of={team}>
        {(shown) => (
          <>
            <p className="facts">
              <span className="muted">{t.about(shown.definition.name, shown.access)}</span>
              {shown.owner ? (
                <span>
                  {t.ownedBy}{' '}
                  <Go to={pathOf('players', shown.owner.id)}>
                    <Name>{shown.owner.alias}</Name>
                  </Go>
                </span>
              ) : (
                <span className="muted">{t.noOwner}</span>
              )}
              {shown.locked && <span className="warn">{t.isLocked}</span>} <code>{shown.id}</code>
            </p>
            <div className="columns">
              <div className="stack">
                <Members team={shown} />
                <section className="card" aria-labelledby="team-feed">
                  <h2 id="team-feed">{t.feed}</h2>
                  <Shown of={feed}>
                    {(events) => <FeedList of={{ team: { id } }} events={events} empty={t.noFeed} />}
                  </Shown>
                </section>
              </div>
              <div className="stack">
                <RequestsCard subject={{ kind: 'team', id, owner: shown.owner?.id }} />
                <InvitationsCard subject={{ kind: 'team', id, owner: shown.owner?.id }} />
              </div>
            </div>
          </>
        )}
      </Shown>
      <CommandLine command={`team show ${shellQuoted(id)}${at === undefined ? '' : ` --at ${shellQuoted(at)}`}`} />
    </>
  )
}

function Members({
  team: { id, owner, member_count: counts, total_members: total },
}: {
  readonly team: ShownTeam
}): ReactNode {
  const { at } = useGame()
  const members = useLoad(['members', id], (client) => readTeamMembers(client, id))
  const [perform, isBusy] = useDeed()
  const [removing, setRemoving] = useState<{ readonly id: string; readonly alias: string }>()
  const leaving = (player: string): object => ({ as: player, leave: { team: id } })
  const remove = (player: string): void =>
    void perform({
      run: (client) =>
        client.call('POST /v2/admin/teams/:team_id/leave', { params: { team_id: id }, body: { player_id: player } }),
      done: () => t.removed(player),
      command: stepCommand(leaving(player)),
    })
  return (
    <section className="card" aria-labelledby="members">
      <h2 id="members">{t.members}</h2>
      <p className="muted">
        {t.counts(
          total,
          counts.map(({ name, count }) => `${name} ${count.toLocaleString()}`),
        )}
      </p>
      <Shown of={members}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted">{t.noMembers}</p>
          ) : (
            <table className="list">
              <thead>
                <tr>
                  <th scope="col">{t.member}</th>
                  <th scope="col">{t.roles}</th>
                  {at === undefined && (
                    <th scope="col">
                      <span className="hidden">{t.deeds}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {list.map(({ id: player, alias, roles }) => (
                  <tr key={player}>
                    <th scope="row">
                      <Go to={pathOf('players', player)}>
                        <Name>{alias}</Name>
                      </Go>
                      {alias !== player && <span className="muted id">{player}</span>}
                    </th>
                    <td data-label={t.roles}>{roles.join(', ')}</td>
                    {at === undefined && (
                      <td className="number">
                        <button
                          type="button"
                          disabled={isBusy}
                          aria-label={t.removeNamed(alias)}
                          onClick={() => setRemoving({ id: player, alias })}
                        >
                          {t.remove}
                        </button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Shown>
      {members.value && total > members.value.length && (
        <p className="muted">{t.moreMembers(total - members.value.length)}</p>
      )}
      {at === undefined && (
        <>
          <AddMember id={id} />
          <TeamInvitees id={id} owner={owner?.id} roles={counts.map(({ name }) => name)} />
        </>
      )}
      {removing && (
        <Confirm
          title={t.removeTitle(removing.alias)}
          isOpen
          onClose={() => setRemoving(undefined)}
          action={t.remove}
          command={stepCommand(leaving(removing.id))}
          onConfirm={() => remove(removing.id)}
        >
          <p>{t.removeLoss}</p>
        </Confirm>
      )}
    </section>
  )
}

function AddMember({ id }: { readonly id: string }): ReactNode {
  const [perform, isBusy] = useDeed()
  const add = async (player: string): Promise<boolean> => {
    const joined = await perform({
      run: (client) =>
        client.call('POST /v2/admin/teams/:team_id/join', { params: { team_id: id }, body: { player_id: player } }),
      done: () => t.added(player),
      command: stepCommand({ as: player, join: { team: id } }),
    })
    return joined !== undefined
  }
  return <DeedField label={t.add} action={t.addAction} isBusy={isBusy} onDo={add} />
}

/** Locks, renames and deletes the team. A member does the first two: the acting player, else the owner. */
function TeamButtons({ team: { id, name, locked, owner } }: { readonly team: ShownTeam }): ReactNode {
  const { as: acting } = useSetting()
  const [isAsking, setAsking] = useState(false)
  const [perform, isBusy] = useDeed()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const as = acting ?? owner?.id
  const params = { team_id: id }
  const act = (step: object, run: (client: Client) => Promise<unknown>, done: string): Promise<unknown> =>
    perform({ run, done: () => done, command: stepCommand({ as, ...step }) })
  const path = `/v2/runtime/teams/${encodeURIComponent(id)}`
  const toggle = (): Promise<unknown> =>
    locked
      ? act(
          { request: `DELETE ${path}/lock` },
          (client) => client.call('DELETE /v2/runtime/teams/:team_id/lock', { params, as }),
          t.unlocked(id),
        )
      : act(
          { request: `PUT ${path}/lock` },
          (client) => client.call('PUT /v2/runtime/teams/:team_id/lock', { params, as }),
          t.nowLocked(id),
        )
  const rename = async (next: string): Promise<boolean> => {
    const body = { name: next }
    const renamed = await act(
      { request: `PATCH ${path}`, body },
      (client) => client.call('PATCH /v2/runtime/teams/:team_id', { params, as, body }),
      t.renamed(id, next),
    )
    return renamed !== undefined
  }
  const command = `team delete ${shellQuoted(id)} --yes`
  const remove = async (): Promise<void> => {
    const done = await perform({
      run: async (client) => (await client.call('DELETE /v2/admin/teams/:team_id', { params })).body,
      done: ({ message }) => message,
      command,
    })
    if (done) go(addressOf('/teams'))
  }
  return (
    <span className="buttons">
      {as !== undefined && (
        <>
          <DeedField label={t.rename} action={t.renameAction} value={name} isBusy={isBusy} onDo={rename} />
          <button type="button" disabled={isBusy} onClick={() => void toggle()}>
            {locked ? t.unlock : t.lock}
          </button>
        </>
      )}
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        {t.delete}
      </button>
      <Confirm
        title={t.deleteTitle(id)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.delete}
        command={command}
        onConfirm={() => void remove()}
      >
        <p>{t.deleteLoss}</p>
      </Confirm>
    </span>
  )
}
