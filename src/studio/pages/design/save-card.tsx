import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '../../../client/client.ts'
import { readVersion, saveBootstrap, saveComponent } from '../../../inspect/design-version.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf } from '../../shell/address.ts'
import { useGame, useRefresh } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { componentOf } from './design-data.ts'
import { draftSaved, keepDraft, type Draft } from './drafts.ts'
import { pathIn, type ValueProblem } from './json-text.ts'
import { refusedParts } from './refusal.ts'
import type { EditedKind } from './schemas.ts'

const t = texts.design

/** The id of a component that is being written. No component can have it. */
export const NEW = '~new'

interface SaveProps {
  readonly kind: EditedKind
  readonly id: string
  readonly name: string
  readonly value: unknown
  readonly present: object | undefined
  readonly draft: Draft | undefined
  readonly isOutdated: boolean
  readonly problemCount: number
  readonly onRefused: (problems: readonly ValueProblem[]) => void
}

/** Saves what is written, and deletes the component. Nobody's change is overwritten unseen. */
export function SaveCard(props: SaveProps): ReactNode {
  const { kind, id, name, value, present, draft, isOutdated, problemCount, onRefused } = props
  const { session } = useGame()
  const [perform, isBusy] = useDeed()
  const [isDeleting, setDeleting] = useState(false)
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const refresh = useRefresh()
  const isNew = id === NEW
  const writtenId = isNew ? idIn(value) : id
  const shown = kind === 'bootstrap' ? kind : `${kind}/${writtenId}`
  const save = async (): Promise<void> => {
    const saved = await perform({
      run: async (client) => {
        await refuseOutdated(client, kind, id, draft)
        await withProblems(store(client, kind, writtenId, { before: present, after: value as object }), onRefused)
        return true
      },
      done: () => t.saved(shown),
      command: 'design import',
    })
    void refresh()
    if (saved === undefined) return
    draftSaved(name, draft, JSON.stringify(value))
    if (isNew) go(addressOf(pathOf('design', kind, writtenId)), { replace: true })
  }
  const remove = async (): Promise<void> => {
    const removed = await perform({
      run: async (client) => {
        if (kind !== 'bootstrap') await saveComponent(client, kind, id, { before: present, after: undefined })
        return true
      },
      done: () => t.deleted(shown),
      command: 'design import',
    })
    if (removed === undefined) return
    keepDraft(name, undefined)
    go(addressOf('/design'))
  }
  const latest = useRef(save)
  latest.current = save
  const canSave = draft !== undefined && !isOutdated && value !== undefined && !isBusy
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (canSave) void latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [canSave])
  return (
    <section className="card" aria-labelledby="design-save">
      <h2 id="design-save">{t.saveTitle}</h2>
      <p className="muted">{draft === undefined ? (isNew ? t.nothingWritten : t.unchanged) : t.changed}</p>
      {draft !== undefined && problemCount > 0 && <p className="warn">{t.savedAnyway}</p>}
      <div className="buttons">
        <button type="button" className="primary" disabled={!canSave} onClick={() => void save()}>
          {t.save}
        </button>
        {draft !== undefined && (
          <button type="button" onClick={() => keepDraft(name, undefined)}>
            {t.discard}
          </button>
        )}
        {kind !== 'bootstrap' && present !== undefined && (
          <button type="button" className="danger" disabled={isBusy} onClick={() => setDeleting(true)}>
            {t.delete}
          </button>
        )}
      </div>
      <p className="form-hint">{session.data === null ? t.savedInMemory : t.savedTo}</p>
      <CommandLine command="design import" />
      <Confirm
        title={t.deleteTitle(shown)}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        action={t.delete}
        command="design import"
        onConfirm={() => void remove()}
      >
        <p>{t.deleteText}</p>
      </Confirm>
    </section>
  )
}

/** Throws if the component is no longer what it was when the person began. */
async function refuseOutdated(client: Client, kind: EditedKind, id: string, draft: Draft | undefined): Promise<void> {
  if (!draft || id === NEW) return
  const now = componentOf(await readVersion(client, 'latest'), kind, id)
  if (draft.base !== (now && JSON.stringify(now))) throw new Error(t.outdated)
}

const store = (
  client: Client,
  kind: EditedKind,
  id: string,
  change: { readonly before: object | undefined; readonly after: object },
): Promise<void> =>
  kind === 'bootstrap' ? saveBootstrap(client, change.after) : saveComponent(client, kind, id, change)

/** Hands over what the service found wrong with a component, each problem with its path. */
async function withProblems(work: Promise<void>, onRefused: SaveProps['onRefused']): Promise<void> {
  try {
    await work
  } catch (error) {
    const parts = refusedParts(error)
    if (parts.length === 0) throw error
    onRefused(parts.map(({ path, message }) => ({ path: pathIn(path), message })))
    throw new Error(t.refused(parts.length), { cause: error })
  }
}

const idIn = (value: unknown): string => {
  const { id } = (value ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' ? id : ''
}
