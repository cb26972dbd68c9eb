import { useState, type FormEvent, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { accessSettings } from '../../../game/kernel/game-info.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { optionName } from '../../parts/name.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useDeployedVersion, useOfDesign } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.teams.new

/** Creates a team without an owner, and opens it. */
export function NewTeam({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  const definitions = useOfDesign(
    'team definitions',
    useDeployedVersion(),
    async (client) => (await control(client, 'GET /_gamify/design/deployed')).teams.map(({ id }) => id),
    isOpen,
  )
  const [perform, isBusy] = useDeed()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const [form, setForm] = useState({ definition: '', id: '', name: '', access: '' })
  const set = (parts: Partial<typeof form>): void => setForm((before) => ({ ...before, ...parts }))
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { id, name, access } = form
    const definition = form.definition === '' ? (definitions.value?.[0] ?? '') : form.definition
    const body = {
      definition,
      ...(id !== '' && { id }),
      ...(name !== '' && { name }),
      ...(access !== '' && { access }),
    }
    const made = await perform({
      run: async (client) => (await client.call('POST /v2/admin/teams', { body })).body,
      done: (team) => t.created(team.id),
      command: [
        `team create ${shellQuoted(definition)}`,
        ...(id === '' ? [] : [shellQuoted(id)]),
        ...(name === '' ? [] : [`--name ${shellQuoted(name)}`]),
        ...(access === '' ? [] : [`--access ${access}`]),
      ].join(' '),
    })
    if (!made) return
    onClose()
    go(addressOf(pathOf('teams', made.id)))
  }
  return (
    <Sheet title={t.title} isOpen={isOpen} onClose={onClose}>
      <form className="form" onSubmit={(event) => void create(event)}>
        <label>
          {t.definition}
          <select value={form.definition} onChange={({ target }) => set({ definition: target.value })}>
            {definitions.value?.map((id) => (
              <option key={id} value={id}>
                {optionName(id)}
              </option>
            ))}
          </select>
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
