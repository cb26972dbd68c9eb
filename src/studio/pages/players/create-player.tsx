import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf } from '../../shell/address.ts'
import { texts } from '../../texts.ts'

const t = texts.players

interface CreateProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a player, and opens the profile. */
export function CreatePlayer({ isOpen, onClose }: CreateProps): ReactNode {
  const [idField, aliasField, emailField] = [useId(), useId(), useId()]
  const [id, setId] = useState('')
  const [alias, setAlias] = useState('')
  const [email, setEmail] = useState('')
  const [perform, isBusy] = useDeed()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const command = [
    `player create ${id === '' ? 'ID' : shellQuoted(id)}`,
    ...(alias === '' ? [] : [`--alias ${shellQuoted(alias)}`]),
    ...(email === '' ? [] : [`--email ${shellQuoted(email)}`]),
  ].join(' ')
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = { id, alias: alias === '' ? id : alias, ...(email !== '' && { email }) }
    const done = await perform({
      run: (client) => client.call('POST /v2/admin/players', { body }),
      done: () => t.created(id),
      command,
    })
    if (!done) return
    onClose()
    for (const clear of [setId, setAlias, setEmail]) clear('')
    go(addressOf(pathOf('players', id)))
  }
  return (
    <Sheet title={t.create} isOpen={isOpen} onClose={onClose}>
      <form className="players-form" onSubmit={(event) => void create(event)}>
        <label htmlFor={idField}>{t.createId}</label>
        <input
          id={idField}
          required
          autoFocus
          value={id}
          aria-describedby={`${idField}-hint`}
          onChange={({ target }) => setId(target.value)}
        />
        <span id={`${idField}-hint`} className="muted">
          {t.idHint}
        </span>
        <label htmlFor={aliasField}>
          {t.createAlias} <span className="muted">{t.optional}</span>
        </label>
        <input id={aliasField} value={alias} onChange={({ target }) => setAlias(target.value)} />
        <label htmlFor={emailField}>
          {t.createEmail} <span className="muted">{t.optional}</span>
        </label>
        <input id={emailField} value={email} onChange={({ target }) => setEmail(target.value)} />
        <CommandLine command={command} />
        <footer>
          <button type="button" onClick={onClose}>
            {texts.shell.cancel}
          </button>
          <button type="submit" className="primary" disabled={isBusy}>
            {t.submitCreate}
          </button>
        </footer>
      </form>
    </Sheet>
  )
}
