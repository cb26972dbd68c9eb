import { useState, type ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import { laneNames } from '../../../game/processes/container.ts'
import type { ProcessDesign } from '../../../game/processes/design.ts'
import { AskedDeed } from '../../parts/asked-deed.tsx'
import { stepCommand } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { isRequest } from '../../parts/is-request.ts'
import { Name } from '../../parts/name.tsx'
import { useDeed, type Deed } from '../../parts/toast.tsx'
import { pathOf, useSetting } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { LanesForm, type LaneRoles } from './lanes-form.tsx'
import type { ShownProcess } from './process.tsx'

const t = texts.processes.people

type Performer = ShownProcess['performers'][number]

/** What a form about a player and their lanes does. */
interface LaneDeed {
  readonly title: string
  readonly submit: string
  /** The player that it is about; undefined if the person names one. */
  readonly player?: string
  /** The roles of the player so far. Without them, lanes that are left out become those of a newcomer. */
  readonly held?: LaneRoles
  readonly deed: (player: string, roles: LaneRoles) => Deed<unknown>
}

/** The performers of a process and their lanes: to be added, invited, changed and removed, and what the acting player can do. */
export function PerformersCard({
  process,
  design,
}: {
  readonly process: ShownProcess
  readonly design: ProcessDesign | undefined
}): ReactNode {
  const { as: acting } = useSetting()
  const { at } = useGame()
  const { id, owner, performers } = process
  const [open, setOpen] = useState<LaneDeed>()
  const [perform] = useDeed()
  const lanes = design ? laneNames(design) : []
  const canChange = at === undefined && design !== undefined
  const me = performers.find((each) => each.id === acting)
  return (
    <section className="card" aria-labelledby="performers">
      <header className="row">
        <h2 id="performers">{t.title}</h2>
        {canChange && (
          <span className="buttons">
            <button type="button" onClick={() => setOpen(adding(id))}>
              {t.add}
            </button>
            <button type="button" onClick={() => setOpen(inviting(id, acting ?? owner.id))}>
              {t.invite}
            </button>
            <button type="button" onClick={() => setOpen(giving(id))}>
              {t.give}
            </button>
          </span>
        )}
      </header>
      <ul className="plain">
        {performers.map((performer) => (
          <li key={performer.id} className="performer">
            <span>
              <Go to={pathOf('players', performer.id)}>
                <Name>{performer.alias}</Name>
              </Go>{' '}
              <span className="muted">
                {performer.lanes.map(({ name, role }) => t.laneRole(name, role)).join(', ')}
                {performer.id === owner.id && ` · ${t.owner}`}
              </span>
            </span>
            {canChange && (
              <span className="buttons">
                <button
                  type="button"
                  aria-label={t.rolesOf(performer.alias)}
                  onClick={() => setOpen(changing(id, performer))}
                >
                  {t.roles}
                </button>
                {performer.id !== owner.id && (
                  <AskedDeed
                    action={t.remove}
                    label={t.removeNamed(performer.alias)}
                    title={t.removeTitle(performer.alias)}
                    loss={t.leaveLoss}
                    deed={removing(id, performer.id)}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {canChange && acting !== undefined && (
        <p className="buttons">
          {me === undefined ? (
            <button type="button" onClick={() => setOpen(joining(id, acting))}>
              {t.joinAs(acting)}
            </button>
          ) : (
            <>
              <button type="button" onClick={() => setOpen(asking(id, me))}>
                {t.askAs(acting)}
              </button>
              {acting !== owner.id && (
                <AskedDeed
                  action={t.leaveAs(acting)}
                  title={t.leaveTitle(acting)}
                  loss={t.leaveLoss}
                  deed={leaving(id, acting)}
                />
              )}
            </>
          )}
        </p>
      )}
      {open && (
        <LanesForm
          title={open.title}
          submit={open.submit}
          lanes={lanes}
          player={open.player}
          held={open.held}
          onClose={() => setOpen(undefined)}
          onSubmit={async (player, roles) => (await perform(open.deed(player, roles))) !== undefined}
        />
      )}
    </section>
  )
}

/** The step of a play script that calls a route of operators about a process. */
const operatorStep = (id: string, what: string, body: object): object => ({
  request: `POST /v2/admin/processes/${encodeURIComponent(id)}/${what}`,
  body,
})

const answerOf =
  <T,>(call: (client: Client) => Promise<{ readonly body: T }>) =>
  async (client: Client): Promise<T> =>
    (await call(client)).body

function adding(id: string): LaneDeed {
  return {
    title: t.addTitle,
    submit: t.add,
    deed: (player, roles) => {
      const body = { player_id: player, requested_roles: roles }
      return {
        run: answerOf((client) =>
          client.call('POST /v2/admin/processes/:process_id/join', { params: { process_id: id }, body }),
        ),
        done: () => t.joined(player),
        command: stepCommand(operatorStep(id, 'join', body)),
      }
    },
  }
}

function inviting(id: string, as: string): LaneDeed {
  return {
    title: t.inviteTitle(as),
    submit: t.invite,
    deed: (player, roles) => ({
      run: answerOf((client) =>
        client.call('POST /v2/runtime/processes/:process_id/invites', {
          params: { process_id: id },
          as,
          body: { id: player, roles },
        }),
      ),
      done: () => t.invited(player),
      command: stepCommand({ as, invite: player, to: { process: id }, roles }),
    }),
  }
}

function changing(id: string, { id: player, alias, lanes }: Performer): LaneDeed {
  return {
    title: t.rolesOf(alias),
    submit: t.change,
    player,
    held: rolesIn(lanes),
    deed: (_, roles) => {
      const body = { player_id: player, requested_roles: roles }
      return {
        run: answerOf((client) =>
          client.call('POST /v2/admin/processes/:process_id/roles', { params: { process_id: id }, body }),
        ),
        done: () => t.changed(player),
        command: stepCommand(operatorStep(id, 'roles', body)),
      }
    },
  }
}

function giving(id: string): LaneDeed {
  return {
    title: t.giveTitle,
    submit: t.give,
    deed: (player, roles) => {
      const body = { id: player, roles }
      return {
        run: answerOf((client) =>
          client.call('POST /v2/admin/processes/:process_id/transfer', { params: { process_id: id }, body }),
        ),
        done: () => t.given(player),
        command: stepCommand(operatorStep(id, 'transfer', body)),
      }
    },
  }
}

function removing(id: string, player: string): Deed<unknown> {
  const body = { player_id: player }
  return {
    run: answerOf((client) =>
      client.call('POST /v2/admin/processes/:process_id/leave', { params: { process_id: id }, body }),
    ),
    done: () => t.left(player),
    command: stepCommand(operatorStep(id, 'leave', body)),
  }
}

function joining(id: string, as: string): LaneDeed {
  return {
    title: t.joinAs(as),
    submit: t.join,
    player: as,
    deed: (_, roles) => ({
      run: answerOf((client) =>
        client.call('POST /v2/runtime/processes/:process_id/join', { params: { process_id: id }, as, body: roles }),
      ),
      done: (answer) => (isRequest(answer) ? t.asked(as) : t.joined(as)),
      command: stepCommand({ as, join: { process: id }, roles }),
    }),
  }
}

function asking(id: string, { id: as, lanes }: Performer): LaneDeed {
  return {
    title: t.askAs(as),
    submit: t.change,
    player: as,
    held: rolesIn(lanes),
    deed: (_, roles) => ({
      run: answerOf((client) =>
        client.call('POST /v2/runtime/processes/:process_id/roles', { params: { process_id: id }, as, body: roles }),
      ),
      done: (answer) => (isRequest(answer) ? t.asked(as) : t.changed(as)),
      command: stepCommand({ as, roles, in: { process: id } }),
    }),
  }
}

function leaving(id: string, as: string): Deed<unknown> {
  return {
    run: answerOf((client) =>
      client.call('POST /v2/runtime/processes/:process_id/leave', { params: { process_id: id }, as }),
    ),
    done: () => t.left(as),
    command: stepCommand({ as, leave: { process: id } }),
  }
}

const rolesIn = (lanes: Performer['lanes']): LaneRoles =>
  Object.fromEntries(lanes.map(({ name, role }) => [name, role]))
