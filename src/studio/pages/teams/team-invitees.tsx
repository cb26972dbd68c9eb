import { useState, type FormEvent, type ReactNode } from 'react'
import { stepCommand } from '../../parts/command-line.tsx'
import { isRequest } from '../../parts/is-request.ts'
import { optionName } from '../../parts/name.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed, type Deed } from '../../parts/toast.tsx'
import { useSetting } from '../../shell/address.ts'
import { texts } from '../../texts.ts'

const t = texts.teams.people

type Roles = Readonly<Record<string, true>>

/** What the form about a player and their roles does. */
interface RoleDeed {
  readonly title: string
  readonly submit: string
  /** The player that the form names first. */
  readonly player: string
  readonly deed: (player: string, roles: Roles) => Deed<unknown>
}

/** Buttons that invite a player as the acting player, else the owner, and that join in the name of a player. */
export function TeamInvitees({
  id,
  owner,
  roles,
}: {
  readonly id: string
  readonly owner: string | undefined
  /** The roles of the team. */
  readonly roles: readonly string[]
}): ReactNode {
  const { as: acting } = useSetting()
  const [open, setOpen] = useState<RoleDeed>()
  const [perform] = useDeed()
  const inviter = acting ?? owner
  return (
    <>
      <p className="buttons">
        {inviter !== undefined && (
          <button type="button" onClick={() => setOpen(inviting(id, inviter))}>
            {t.invite}
          </button>
        )}
        <button type="button" onClick={() => setOpen(joining(id, acting))}>
          {t.joinAs}
        </button>
      </p>
      {open && (
        <RolesForm
          open={open}
          roles={roles}
          onClose={() => setOpen(undefined)}
          onSubmit={async (player, given) => (await perform(open.deed(player, given))) !== undefined}
        />
      )}
    </>
  )
}

/** Asks for a player and their roles. It stays open if the service refuses them. */
function RolesForm({
  open,
  roles,
  onClose,
  onSubmit,
}: {
  readonly open: RoleDeed
  readonly roles: readonly string[]
  readonly onClose: () => void
  readonly onSubmit: (player: string, roles: Roles) => Promise<boolean>
}): ReactNode {
  const [player, setPlayer] = useState(open.player)
  const [given, setGiven] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const isDone = await onSubmit(player.trim(), Object.fromEntries(given.map((role) => [role, true as const])))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Sheet title={open.title} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <label>
          {t.player}
          <input
            required
            autoComplete="off"
            spellCheck={false}
            value={player}
            onChange={({ target }) => setPlayer(target.value)}
          />
        </label>
        <fieldset className="plain">
          <legend>{t.roles}</legend>
          {roles.map((role) => (
            <label key={role} className="check">
              <input
                type="checkbox"
                checked={given.includes(role)}
                onChange={({ target }) =>
                  setGiven(target.checked ? [...given, role] : given.filter((each) => each !== role))
                }
              />{' '}
              {optionName(role)}
            </label>
          ))}
        </fieldset>
        <footer className="buttons">
          <button type="submit" className="primary" disabled={isBusy}>
            {open.submit}
          </button>
        </footer>
      </form>
    </Sheet>
  )
}

function inviting(id: string, as: string): RoleDeed {
  return {
    title: t.inviteTitle(as),
    submit: t.invite,
    player: '',
    deed: (player, roles) => ({
      run: async (client) =>
        (
          await client.call('POST /v2/runtime/teams/:team_id/invites', {
            params: { team_id: id },
            as,
            body: { id: player, roles },
          })
        ).body,
      done: () => t.invited(player),
      command: stepCommand({ as, invite: player, to: { team: id }, roles }),
    }),
  }
}

function joining(id: string, acting: string | undefined): RoleDeed {
  return {
    title: t.joinTitle,
    submit: t.join,
    player: acting ?? '',
    deed: (as, roles) => ({
      run: async (client) =>
        (await client.call('POST /v2/runtime/teams/:team_id/join', { params: { team_id: id }, as, body: roles })).body,
      done: (answer) => (isRequest(answer) ? t.asked(as) : t.joined(as)),
      command: stepCommand({ as, join: { team: id }, roles }),
    }),
  }
}
