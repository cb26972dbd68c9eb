import { useState, type FormEvent, type ReactNode } from 'react'
import { Sheet } from '../../parts/sheet.tsx'
import { texts } from '../../texts.ts'

const t = texts.processes.people

/** Roles by lane. `false` gives a lane up. */
export type LaneRoles = Readonly<Record<string, 'player' | 'observer' | false>>

const ROLES = ['player', 'observer'] as const

/** Asks for a player and their roles in the lanes of a process. It stays open if the service refuses them. */
export function LanesForm({
  title,
  submit,
  lanes,
  player,
  held,
  onClose,
  onSubmit,
}: {
  readonly title: string
  readonly submit: string
  readonly lanes: readonly string[]
  /** The player, if they are known. */
  readonly player: string | undefined
  /** The roles that the player has so far; undefined for a newcomer. */
  readonly held: LaneRoles | undefined
  readonly onClose: () => void
  readonly onSubmit: (player: string, roles: LaneRoles) => Promise<boolean>
}): ReactNode {
  const [name, setName] = useState(player ?? '')
  const [roles, setRoles] = useState<LaneRoles>(held ?? {})
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const given = Object.entries(roles).filter(([lane, role]) => role !== false || held?.[lane] !== undefined)
    const isDone = await onSubmit(name.trim(), Object.fromEntries(given))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Sheet title={title} isOpen onClose={onClose}>
      <form className="form" onSubmit={(event) => void send(event)}>
        {player === undefined && (
          <label>
            {t.player}
            <input
              required
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
        )}
        {lanes.map((lane) => (
          <label key={lane}>
            {t.lane(lane)}
            <select
              value={roles[lane] === false ? '' : (roles[lane] ?? '')}
              onChange={({ target }) =>
                setRoles({ ...roles, [lane]: ROLES.find((role) => role === target.value) ?? false })
              }
            >
              <option value="">{t.noRole}</option>
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {t.roleNames[role]}
                </option>
              ))}
            </select>
          </label>
        ))}
        {held === undefined && <p className="muted">{t.newcomer}</p>}
        <footer className="buttons">
          <button type="submit" className="primary" disabled={isBusy}>
            {submit}
          </button>
        </footer>
      </form>
    </Sheet>
  )
}
