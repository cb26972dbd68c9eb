import { useState, type FormEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { accessSettings } from '../../../game/kernel/game-info.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { optionName } from '../../parts/name.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf, useSetting } from '../../shell/address.ts'
import { texts } from '../../texts.ts'

const t = texts.processes.new

/** Creates a process for a player, and opens it. */
export function NewProcess({
  definitions,
  isOpen,
  onClose,
}: {
  readonly definitions: readonly { readonly id: string; readonly name: string }[]
  readonly isOpen: boolean
  readonly onClose: () => void
}): ReactNode {
  const { as = '' } = useSetting()
  const [perform, isBusy] = useDeed()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const [form, setForm] = useState({ definition: '', owner: as, id: '', name: '', access: '' })
  const set = (parts: Partial<typeof form>): void => setForm((before) => ({ ...before, ...parts }))
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { owner, id, name } = form
    const definition = form.definition === '' ? (definitions[0]?.id ?? '') : form.definition
    const access = accessSettings.find((each) => each === form.access)
    const made = await perform({
      run: async (client) =>
        (
          await client.call('POST /v2/admin/processes', {
            body: {
              definition,
              owner_id: owner,
              ...(id !== '' && { id }),
              ...(name !== '' && { name }),
              ...(access && { access }),
            },
          })
        ).body,
      done: (process) => t.created(process.id),
      command: [
        `process create ${shellQuoted(definition)}`,
        ...(id === '' ? [] : [shellQuoted(id)]),
        `--owner ${shellQuoted(owner)}`,
        ...(name === '' ? [] : [`--name ${shellQuoted(name)}`]),
        ...(access ? [`--access ${access}`] : []),
      ].join(' '),
    })
    if (!made) return
    onClose()
    go(addressOf(pathOf('processes', made.id)))
  }
  return (
    <Sheet title={t.title} isOpen={isOpen} onClose={onClose}>
      <form className="form" onSubmit={(event) => void create(event)}>
        <label>
          {t.definition}
          <select value={form.definition} onChange={({ target }) => set({ definition: target.value })}>
            {definitions.map(({ id, name }) => (
              <option key={id} value={id}>
                {optionName(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t.owner}
          <input required value={form.owner} onChange={({ target }) => set({ owner: target.value })} />
        </label>
        <label>
          {t.id}
          <input value={form.id} placeholder={t.generated} onChange={({ target }) => set({ id: target.value })} />
        </label>
        <label>
          {t.name}
          <input value={form.name} onChange={({ target }) => set({ name: target.value })} />
        </label>
        <label>
          {t.access}
          <select value={form.access} onChange={({ target }) => set({ access: target.value })}>
            <option value="">{t.strictest}</option>
            {accessSettings.map((access) => (
              <option key={access}>{access}</option>
            ))}
          </select>
        </label>
        <footer className="buttons">
          <button type="submit" className="primary" disabled={isBusy}>
            {t.submit}
          </button>
        </footer>
      </form>
    </Sheet>
  )
}
