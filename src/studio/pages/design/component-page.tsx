import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation, useParams } from 'wouter'
import type { Client } from '../../../client/client.ts'
import { differencesOf, type Difference } from '../../../game/design/differences.ts'
import { kindNames } from '../../../game/design/kind-table.ts'
import { emptyDesign, kinds, type DesignSource } from '../../../game/design/source.ts'
import { readVersion, saveBootstrap, saveComponent } from '../../../inspect/design-version.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf, useQuery } from '../../shell/address.ts'
import { useGame, useRefresh } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { askWorker } from './ask-worker.ts'
import { proposalsAt } from './completion.ts'
import { componentOf, useDesign, useLints, useOfDesign, withComponent } from './design-data.ts'
import type { DesignFinding } from './design-worker.ts'
import { DifferenceList } from './difference-list.tsx'
import { draftName, keepDraft, useDrafts, type Draft } from './drafts.ts'
import { JsonEditor } from './json-editor.tsx'
import type { SchemaReader } from './json-schema.ts'
import {
  jsonText,
  pathIn,
  placedProblems,
  readJson,
  type ReadJson,
  type TextProblem,
  type ValueProblem,
} from './json-text.ts'
import { idsFor } from './references.ts'
import { refusedParts } from './refusal.ts'
import { SchemaForm } from './schema-form.tsx'
import { readSchema, type EditedKind } from './schemas.ts'

const t = texts.design

/** The id of a component that is being written. No component can have it. */
export const NEW = '~new'

/** The page of a component: as a form or as JSON, with what is wrong with it. Spec 8.2. */
export function ComponentPage(): ReactNode {
  const { kind: named = '', id = '' } = useParams()
  const kind = named === 'bootstrap' ? named : kinds.find((each) => each === named)
  const design = useDesign()
  const schema = useOfDesign(`schema ${named}`, kind && 'schema', () => readSchema(kind ?? 'bootstrap'))
  if (kind === undefined)
    return (
      <>
        <h1>{t.unknownKind(named)}</h1>
        <p>
          <Go to="/design">{t.toDesign}</Go>
        </p>
      </>
    )
  return (
    <>
      <nav aria-label={t.breadcrumb} className="breadcrumb">
        <Go to="/design">{texts.nav.design}</Go> / <Go to={`/design?kind=${kind}`}>{t.kinds[kind]}</Go>
      </nav>
      {schema.value && design.value ? (
        <Component key={`${kind}/${id}`} kind={kind} id={id} schema={schema.value} design={design.value} />
      ) : (
        <>
          <h1>{id}</h1>
          <Shown of={design}>{() => <p className="waiting">{texts.shell.loading}</p>}</Shown>
        </>
      )}
    </>
  )
}

interface ComponentProps {
  readonly kind: EditedKind
  readonly id: string
  readonly schema: SchemaReader
  readonly design: DesignSource
}

function Component({ kind, id, schema, design }: ComponentProps): ReactNode {
  const { at, runtime } = useGame()
  const [query, change] = useQuery()
  const isNew = id === NEW
  const name = draftName(runtime, kind, id)
  const draft = useDrafts().get(name)
  const present = isNew ? undefined : componentOf(design, kind, id)
  const shown = useMemo(
    () => jsonText(present ?? (isNew ? schema.blank(schema.rootSchema) : undefined)),
    [present, isNew, schema],
  )
  const isReadOnly = at !== undefined
  const text = (isReadOnly ? undefined : draft?.text) ?? shown
  const read = useMemo(() => readJson(text, t.syntax, t.notJson), [text])
  const [refused, setRefused] = useState<readonly ValueProblem[]>([])
  const [target, setTarget] = useState<{ readonly offset: number }>()
  const found = useFindings(design, kind, id, 'value' in read && !isReadOnly ? read : undefined)
  const own = useMemo(
    () => [...found.filter((each) => isAbout(each, kind, id, read)), ...refused],
    [found, refused, kind, id, read],
  )
  const marks = useMemo(
    (): readonly TextProblem[] => ('broken' in read ? [read.broken] : placedProblems(text, own)),
    [read, text, own],
  )
  const value = 'value' in read ? read.value : undefined
  const now = present && JSON.stringify(present)
  const base = draft ? draft.base : now
  // Who wrote the same is not in the way.
  const isOutdated = draft !== undefined && !isReadOnly && draft.base !== now && JSON.stringify(value) !== now
  const write = (next: string): void => {
    setRefused([])
    keepDraft(name, next === shown && !isOutdated ? undefined : { base, text: next })
  }
  const view = query.get('view') === 'json' ? 'json' : 'form'
  const show = (next: 'json' | undefined): void => change({ view: next })
  if (!isNew && present === undefined && draft === undefined)
    return (
      <>
        <h1>{t.noSuch(kind === 'bootstrap' ? kind : kindNames[kind], id)}</h1>
        <p>
          <Go to="/design">{t.toDesign}</Go>
        </p>
      </>
    )
  const heading = isNew
    ? t.newOf(kindName(kind))
    : kind === 'bootstrap'
      ? t.kinds.bootstrap
      : nameIn(value ?? present) || id
  return (
    <>
      <header className="page-head">
        <h1>{heading}</h1>
        {kind !== 'bootstrap' && !isNew && (
          <p className="muted">
            <code>{`${kind}/${id}`}</code>
          </p>
        )}
        <div className="buttons">
          <div className="switch" role="group" aria-label={t.view}>
            <button type="button" aria-pressed={view === 'form'} onClick={() => show(undefined)}>
              {t.asForm}
            </button>
            <button type="button" aria-pressed={view === 'json'} onClick={() => show('json')}>
              {t.asJson}
            </button>
          </div>
        </div>
      </header>
      {isOutdated && draft && <Outdated name={name} draft={draft} present={present} kind={kind} id={id} />}
      <div className="columns design-edit">
        <section className="card" aria-label={heading}>
          {view === 'json' ? (
            <JsonEditor
              label={t.jsonOf(heading)}
              text={text}
              isReadOnly={isReadOnly}
              problems={marks}
              target={target}
              onChange={write}
              propose={(whole, cursor) => {
                const now = readJson(whole, t.syntax, t.notJson)
                return proposalsAt(whole, cursor, {
                  schema,
                  value: 'value' in now ? now.value : (now.partial ?? value),
                  idsFor: (path) => idsFor(design, path),
                })
              }}
            />
          ) : value === undefined ? (
            <p role="alert" className="problem">
              {t.brokenJson}{' '}
              <button type="button" onClick={() => show('json')}>
                {t.mendJson}
              </button>
            </p>
          ) : (
            <fieldset className="form" disabled={isReadOnly}>
              <legend className="hidden">{heading}</legend>
              <SchemaForm
                schema={schema}
                root={schema.rootSchema}
                value={value}
                problems={own}
                fixed={isNew ? NOTHING : FIXED}
                idsFor={(path) => idsFor(design, path)}
                onChange={(next) => write(jsonText(next))}
              />
            </fieldset>
          )}
        </section>
        <aside className="stack">
          {!isReadOnly && (
            <SaveCard
              {...{ kind, id, value, present, draft, isOutdated, name }}
              problemCount={'broken' in read ? 1 : own.length}
              onRefused={setRefused}
            />
          )}
          <ProblemCard
            broken={'broken' in read ? read.broken : undefined}
            own={own}
            others={found.filter((each) => !isAbout(each, kind, id, read))}
            onGo={(index) => {
              const mark = marks[index]
              if (view === 'json' && mark) setTarget({ offset: mark.from })
              else focusField(own[index]?.path ?? [])
            }}
          />
          <LintCard kind={kind} id={id} />
        </aside>
      </div>
    </>
  )
}

const NOTHING: ReadonlySet<string> = new Set()
/** An id does not change. Spec 4.1. */
const FIXED: ReadonlySet<string> = new Set(['id'])

const kindName = (kind: EditedKind): string => (kind === 'bootstrap' ? kind : kindNames[kind])

const nameIn = (value: unknown): string => {
  const { name } = (value ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : ''
}

/** Whether a finding is about the component as it is written. */
function isAbout(finding: DesignFinding, kind: EditedKind, id: string, read: ReadJson): boolean {
  const written = 'value' in read ? (read.value as { readonly id?: unknown } | null)?.id : undefined
  const isIt = finding.id === '' || finding.id === id || finding.id === written
  return finding.kind === kind && (kind === 'bootstrap' || isIt)
}

/** How long a person must not have typed before the design is checked, in ms. */
const CHECK_MS = 250

/** Finds what would be wrong with the design if what is written were saved. */
function useFindings(
  design: DesignSource,
  kind: EditedKind,
  id: string,
  written: { readonly value: unknown } | undefined,
): readonly DesignFinding[] {
  const [found, setFound] = useState<readonly DesignFinding[]>([])
  const value = written?.value
  useEffect(() => {
    if (value === undefined) return
    let isOld = false
    const timer = setTimeout(() => {
      void askWorker({ task: 'check', design: withComponent(design, kind, id, value) }).then(
        (all) => !isOld && setFound(all),
        () => {},
      )
    }, CHECK_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [design, kind, id, value])
  return value === undefined ? [] : found
}

/** Gives the focus to the field at a path, or to the nearest one that is shown. */
function focusField(path: readonly (string | number)[]): void {
  for (let end = path.length; end > 0; end -= 1) {
    const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path.slice(0, end).join('.'))}"]`)
    if (!field) continue
    field.focus()
    return
  }
  document.querySelector<HTMLElement>('.form input, .form select')?.focus()
}

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
function SaveCard(props: SaveProps): ReactNode {
  const { kind, id, name, value, present, draft, isOutdated, problemCount, onRefused } = props
  const { session } = useGame()
  const [perform, isBusy] = useDeed()
  const [isDeleting, setDeleting] = useState(false)
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const refresh = useRefresh()
  const isNew = id === NEW
  const writtenId = isNew ? String((value as { readonly id?: unknown } | undefined)?.id ?? '') : id
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
    await refresh()
    if (saved === undefined) return
    keepDraft(name, undefined)
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

/** Tells that somebody else changed the component, and lets the person choose. Nothing is lost before. Spec 8.3. */
function Outdated({
  name,
  draft,
  present,
  kind,
  id,
}: {
  readonly name: string
  readonly draft: Draft
  readonly present: object | undefined
  readonly kind: EditedKind
  readonly id: string
}): ReactNode {
  const [isCompared, setCompared] = useState(false)
  const read = readJson(draft.text, t.syntax, t.notJson)
  const mine = 'value' in read ? read.value : undefined
  return (
    <section role="alert" className="card outdated">
      <p>
        <CircleAlert aria-hidden size={16} /> {present === undefined ? t.theyDeleted : t.theyChanged}
      </p>
      <div className="buttons">
        <button type="button" onClick={() => setCompared(true)}>
          {t.compare}
        </button>
        <button type="button" onClick={() => keepDraft(name, { ...draft, base: present && JSON.stringify(present) })}>
          {t.keepMine}
        </button>
        <button type="button" onClick={() => keepDraft(name, undefined)}>
          {t.takeTheirs}
        </button>
      </div>
      <Sheet title={t.compareTitle} isOpen={isCompared} onClose={() => setCompared(false)} isWide>
        <p>{t.compareText}</p>
        {mine === undefined ? (
          <pre>{draft.text}</pre>
        ) : (
          <DifferenceList differences={between(kind, id, present, mine)} isLinked={false} />
        )}
      </Sheet>
    </section>
  )
}

/** Returns the differences between two values of a component. */
function between(kind: EditedKind, id: string, before: object | undefined, after: unknown): readonly Difference[] {
  const of = (value: unknown): DesignSource =>
    value === undefined ? emptyDesign : withComponent(emptyDesign, kind, id, value)
  return differencesOf(of(before), of(after))
}

function ProblemCard({
  broken,
  own,
  others,
  onGo,
}: {
  readonly broken: TextProblem | undefined
  readonly own: readonly ValueProblem[]
  readonly others: readonly DesignFinding[]
  readonly onGo: (index: number) => void
}): ReactNode {
  const isSound = broken === undefined && own.length === 0 && others.length === 0
  return (
    <section className="card" aria-labelledby="design-problems">
      <h2 id="design-problems">{t.problems}</h2>
      <div role="status">
        {isSound && <p className="good">{t.noProblems}</p>}
        <ul className="plain">
          {broken && (
            <li className="bad">
              <CircleAlert aria-hidden size={16} />
              <button type="button" className="link" onClick={() => onGo(0)}>
                {broken.message}
              </button>
            </li>
          )}
          {own.map(({ path, message }, index) => (
            <li key={`${path.join('.')} ${message}`} className="bad">
              <CircleAlert aria-hidden size={16} />
              <span>
                <button type="button" className="link" onClick={() => onGo(index)}>
                  {path.length === 0 ? t.whole : path.join('.')}
                </button>{' '}
                {message}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {others.length > 0 && (
        <>
          <h3>{t.elsewhere}</h3>
          <ul className="plain">
            {others.slice(0, MAX_OTHERS).map(({ kind, id, path, message }) => (
              <li key={`${kind}/${id} ${path.join('.')} ${message}`} className="bad">
                <CircleAlert aria-hidden size={16} />
                <span>
                  <Go to={pathOf('design', kind, id || kind)}>{kind === 'bootstrap' ? kind : `${kind}/${id}`}</Go>{' '}
                  {[path.join('.'), message].filter((part) => part !== '').join(': ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const MAX_OTHERS = 20

function LintCard({ kind, id }: { readonly kind: EditedKind; readonly id: string }): ReactNode {
  const lints = useLints()?.filter((lint) => lint.kind === kind && lint.id === id) ?? []
  if (lints.length === 0) return null
  return (
    <section className="card" aria-labelledby="design-lints">
      <h2 id="design-lints">{t.lints}</h2>
      <ul className="plain">
        {lints.map(({ lint, path, message }) => (
          <li key={`${lint} ${path} ${message}`}>
            <code>{lint}</code> {[path, message].filter((part) => part !== '').join(': ')}
          </li>
        ))}
      </ul>
      <CommandLine command="design lint" />
    </section>
  )
}
