import { Plus, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { readBoards, scopeKind } from '../../inspect/leaderboards.ts'
import { shellQuoted } from '../../sentences/shell-quoted.ts'
import { control } from '../shell/control.ts'
import { useLoad } from '../shell/game.tsx'
import { texts } from '../texts.ts'

const t = texts.scopes

/** A scope of a custom leaderboard, such as `trails/river`, and the player or team that a play counts for there. Spec 4.11. */
export interface PlayScope {
  readonly id: string
  readonly entity_id: string
}

/** Names the scopes that a play counts on. Shows nothing if the design has no custom leaderboard. */
export function ScopesField({
  scopes,
  onChange,
}: {
  readonly scopes: readonly PlayScope[]
  readonly onChange: (scopes: readonly PlayScope[]) => void
}): ReactNode {
  const boards = useLoad(['boards'], (client) => readBoards(control, client))
  const list = useId()
  const custom = (boards.value ?? []).filter((board) => scopeKind(board) === 'scope')
  if (custom.length === 0) return null
  const set = (index: number, part: Partial<PlayScope>): void =>
    onChange(scopes.map((scope, i) => (i === index ? { ...scope, ...part } : scope)))
  return (
    <fieldset className="scopes">
      <legend>{t.title}</legend>
      <datalist id={list}>
        {custom.map(({ id }) => (
          <option key={id} value={`${id}/`} />
        ))}
      </datalist>
      {scopes.map(({ id, entity_id }, i) => (
        // Scopes have no identity but their place while they are written.
        <div key={i} className="row">
          <input
            required
            aria-label={t.scope}
            placeholder={`${custom[0]?.id}/…`}
            list={list}
            spellCheck={false}
            value={id}
            onChange={({ target }) => set(i, { id: target.value })}
          />
          <input
            required
            aria-label={t.entity}
            placeholder={t.entity}
            spellCheck={false}
            value={entity_id}
            onChange={({ target }) => set(i, { entity_id: target.value })}
          />
          <button
            type="button"
            className="icon"
            aria-label={t.remove(id)}
            title={t.remove(id)}
            onClick={() => onChange(scopes.filter((_, at) => at !== i))}
          >
            <X aria-hidden size={16} />
          </button>
        </div>
      ))}
      <button type="button" title={t.about} onClick={() => onChange([...scopes, { id: '', entity_id: '' }])}>
        <Plus aria-hidden size={14} /> {t.add}
      </button>
    </fieldset>
  )
}

/** Returns the options of a command that plays with scopes. */
export const scopeOptions = (scopes: readonly PlayScope[]): readonly string[] =>
  scopes.map(({ id, entity_id }) => `--scope ${shellQuoted(id)}=${shellQuoted(entity_id)}`)
