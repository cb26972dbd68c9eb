import type { ReactNode } from 'react'
import type { RouteOutput } from '../../client/route-types.ts'
import { answererOf, rolesText, type Subject } from '../../inspect/requests.ts'
import { pathOf, useSetting } from '../shell/address.ts'
import { useLoad } from '../shell/game.tsx'
import { texts } from '../texts.ts'
import { stepCommand } from './command-line.tsx'
import { Go } from './go.tsx'
import { Name } from './name.tsx'
import { PendingCard } from './pending-card.tsx'
import { useDeed } from './toast.tsx'

const t = texts.invitations

type Invitation = RouteOutput<'GET /v2/runtime/invites'>['data'][number]

/** The most invitations that are shown. */
const MAX_SHOWN = { limit: '100' }

/**
 * The invitations to a team or process that the acting player sent, else its owner: to be cancelled, or answered in the name
 * of those who are invited.
 */
export function InvitationsCard({ subject }: { readonly subject: Subject }): ReactNode {
  const { as: acting } = useSetting()
  const [perform, isBusy] = useDeed()
  const { kind, id } = subject
  const as = answererOf(subject, acting)
  const sent = useLoad(
    ['invitations', [kind, id, as]],
    async (client) => {
      const { body } =
        kind === 'team'
          ? await client.call('GET /v2/runtime/teams/:team_id/invites', {
              params: { team_id: id },
              query: MAX_SHOWN,
              as,
            })
          : await client.call('GET /v2/runtime/processes/:process_id/invites', {
              params: { process_id: id },
              query: MAX_SHOWN,
              as,
            })
      return body.data
    },
    as !== undefined,
  )
  const cancel = ({ id: invite_id, invitee }: Invitation): void => {
    const path = kind === 'team' ? 'teams' : 'processes'
    void perform({
      run: (client) =>
        kind === 'team'
          ? client.call('DELETE /v2/runtime/teams/:team_id/invites/:invite_id', {
              params: { team_id: id, invite_id },
              as,
            })
          : client.call('DELETE /v2/runtime/processes/:process_id/invites/:invite_id', {
              params: { process_id: id, invite_id },
              as,
            }),
      done: () => t.cancelled(invitee?.id ?? ''),
      command: stepCommand({
        request: `DELETE /v2/runtime/${path}/${encodeURIComponent(id)}/invites/${invite_id}`,
        as,
      }),
    })
  }
  return (
    <PendingCard
      title={t.title}
      of={as === undefined ? undefined : sent}
      none={as === undefined ? t.noOwner : t.none(as)}
      text={(invitation) => t.of(invitation.invitee?.id ?? '', rolesText(invitation))}
      answers={(invitation) => (
        <>
          <Answers invitation={invitation} />
          <button
            type="button"
            disabled={isBusy}
            aria-label={t.cancelNamed(invitation.invitee?.id ?? '')}
            onClick={() => cancel(invitation)}
          >
            {t.cancel}
          </button>
        </>
      )}
    />
  )
}

/** The invitations to teams and processes that a player received, to be answered in their name. */
export function ReceivedInvitations({ player }: { readonly player: string }): ReactNode {
  const received = useLoad(
    ['invitations of', player],
    async (client) => (await client.call('GET /v2/runtime/invites', { query: MAX_SHOWN, as: player })).body.data,
  )
  return (
    <PendingCard
      title={t.title}
      of={received}
      none={t.noneReceived}
      text={(invitation) => (
        <>
          <IntoLink invitation={invitation} />{' '}
          <span className="muted">{t.into(invitation.actor.id, rolesText(invitation))}</span>
        </>
      )}
      answers={(invitation) => <Answers invitation={invitation} />}
    />
  )
}

function IntoLink({ invitation: { team, process } }: { readonly invitation: Invitation }): ReactNode {
  if (team)
    return (
      <Go to={pathOf('teams', team.id)}>
        <Name>{team.name}</Name>
      </Go>
    )
  return process ? (
    <Go to={pathOf('processes', process.id)}>
      <Name>{process.name}</Name>
    </Go>
  ) : null
}

/** Buttons that answer an invitation as the player who is invited. */
function Answers({ invitation: { id, invitee, team, process } }: { readonly invitation: Invitation }): ReactNode {
  const [perform, isBusy] = useDeed()
  const as = invitee?.id ?? ''
  const into = team ? { team: team.id } : { process: process?.id }
  const params = { invite_id: id }
  const accept = (): void =>
    void perform({
      run: (client) => client.call('POST /v2/runtime/invites/:invite_id', { params, as }),
      done: () => t.accepted(as),
      command: stepCommand({ as, accept: into }),
    })
  const decline = (): void =>
    void perform({
      run: (client) => client.call('DELETE /v2/runtime/invites/:invite_id', { params, as }),
      done: () => t.declined(as),
      command: stepCommand({ as, reject: into }),
    })
  return (
    <>
      <button type="button" disabled={isBusy} aria-label={t.acceptAs(as)} onClick={accept}>
        {t.accept}
      </button>
      <button type="button" disabled={isBusy} aria-label={t.declineAs(as)} onClick={decline}>
        {t.decline}
      </button>
    </>
  )
}
