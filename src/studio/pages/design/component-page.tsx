import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useParams } from 'wouter'
import { kindNames } from '../../../game/design/kind-table.ts'
import { kinds, type DesignSource } from '../../../game/design/source.ts'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { useQuery } from '../../shell/address.ts'
import { askWorker } from '../../shell/ask-worker.ts'
import { useGame, useOfDesign } from '../../shell/game.tsx'
import type { DesignFinding } from '../../shell/worker.ts'
import { texts } from '../../texts.ts'
import { proposalsAt } from './completion.ts'
import { componentOf, useDesign, withComponent } from './design-data.ts'
import { draftName, keepDraft, useDrafts } from './drafts.ts'
import { JsonEditor } from './json-editor.tsx'
import type { SchemaReader } from './json-schema.ts'
import { jsonText, placedProblems, readJson, type ReadJson, type TextProblem, type ValueProblem } from './json-text.ts'
import { Outdated } from './outdated.tsx'
import { LintCard, ProblemCard } from './problem-card.tsx'
import { idsFor } from './references.ts'
import { NEW, SaveCard } from './save-card.tsx'
import { SchemaForm } from './schema-form.tsx'
import { readSchema, type EditedKind } from './schemas.ts'

const t = texts.design

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
