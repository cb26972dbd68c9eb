import { Plus } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { differencesOf } from '../../../game/design/differences.ts'
import { kindNames } from '../../../game/design/kind-table.ts'
import { changedName } from '../../../game/design/merge.ts'
import { kinds, type DesignSource, type Kind } from '../../../game/design/source.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { pathOf, useQuery } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { useDeployed, useDesign, useLints } from './design-data.ts'
import { draftName, useDrafts } from './drafts.ts'
import { NEW } from './save-card.tsx'

const t = texts.design

/** How many components of a kind are listed before the person asks for all. */
const FEW = 60

/** A component, as far as the list shows it. */
interface Listed {
  readonly id: string
  readonly name?: string
  readonly type?: string
  readonly description?: string
}

/** What is known about components besides themselves, by `kind/id`. */
interface Marks {
  readonly changed: ReadonlySet<string>
  readonly broken: ReadonlySet<string>
  readonly linted: ReadonlySet<string>
}

/** All components by kind, with what is to be known of each. Spec 8.2. */
export function ComponentsView(): ReactNode {
  const design = useDesign()
  const marks = useMarks(design.value)
  const [query, change] = useQuery()
  const text = query.get('find') ?? ''
  const only = kinds.find((kind) => kind === query.get('kind'))
  return (
    <>
      <form className="row" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={t.find}
          placeholder={t.find}
          value={text}
          onChange={({ target }) => change({ find: target.value })}
        />
        <select aria-label={t.kind} value={only ?? ''} onChange={({ target }) => change({ kind: target.value })}>
          <option value="">{t.allKinds}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t.kinds[kind]}
            </option>
          ))}
        </select>
      </form>
      <Shown of={design}>
        {(shown) => (
          <div className="design-kinds">
            {(only ? [only] : kinds).map((kind) => (
              <KindCard
                key={kind}
                kind={kind}
                components={shown[kind] as readonly Listed[]}
                text={text}
                marks={marks}
              />
            ))}
            {!only && text === '' && <BootstrapCard marks={marks} />}
          </div>
        )}
      </Shown>
      <CommandLine command="design export DIR" />
    </>
  )
}

function useMarks(design: DesignSource | undefined): Marks {
  const { at } = useGame()
  const deployed = useDeployed().value
  const files = useLoad(['design'], (client) => control(client, 'GET /_gamify/design'), at === undefined).value
  const lints = useLints()
  const changed = useMemo(
    () => new Set(at === undefined && design && deployed ? differencesOf(deployed, design).map(changedName) : []),
    [at, design, deployed],
  )
  return {
    changed,
    broken: new Set(files?.problems.map(({ kind = '', id = '' }) => `${kind}/${id}`)),
    linted: new Set(at === undefined ? lints?.map(({ kind, id }) => `${kind}/${id}`) : []),
  }
}

function KindCard({
  kind,
  components,
  text,
  marks,
}: {
  readonly kind: Kind
  readonly components: readonly Listed[]
  readonly text: string
  readonly marks: Marks
}): ReactNode {
  const { at } = useGame()
  const [isAll, setAll] = useState(false)
  const found = components.filter((component) => matches(component, text))
  const shown = isAll ? found : found.slice(0, FEW)
  return (
    <section className="card" aria-labelledby={`design-${kind}`}>
      <header className="card-head">
        <h2 id={`design-${kind}`}>
          {t.kinds[kind]} <span className="muted">{found.length.toLocaleString()}</span>
        </h2>
        {at === undefined && (
          <Go to={pathOf('design', kind, NEW)}>
            <Plus aria-hidden size={14} /> {t.newOf(kindNames[kind])}
          </Go>
        )}
      </header>
      {found.length === 0 && <p className="muted">{text === '' ? t.noneOf(t.kinds[kind]) : t.noneFound}</p>}
      <ul className="component-list">
        {shown.map((component) => (
          <ComponentRow key={component.id} kind={kind} component={component} marks={marks} />
        ))}
      </ul>
      {found.length > shown.length && (
        <button type="button" onClick={() => setAll(true)}>
          {t.showAll(found.length)}
        </button>
      )}
    </section>
  )
}

function matches({ id, name = '', description = '' }: Listed, text: string): boolean {
  const lower = text.trim().toLowerCase()
  return [id, name, description].some((each) => String(each).toLowerCase().includes(lower))
}

function ComponentRow({
  kind,
  component: { id, name, type },
  marks,
}: {
  readonly kind: Kind
  readonly component: Listed
  readonly marks: Marks
}): ReactNode {
  return (
    <li>
      <Go to={pathOf('design', kind, id)}>{name || id}</Go>
      <code className="muted">{type === undefined ? id : `${id} · ${type}`}</code>
      <MarkList name={`${kind}/${id}`} marks={marks} />
    </li>
  )
}

function MarkList({ name, marks }: { readonly name: string; readonly marks: Marks }): ReactNode {
  const { runtime } = useGame()
  const [kind = '', id = kind] = name.split('/')
  const isDraft = useDrafts().has(draftName(runtime, kind, id))
  return (
    <span className="marks">
      {isDraft && <span className="mark warn">{t.marks.draft}</span>}
      {marks.changed.has(name) && <span className="mark">{t.marks.changed}</span>}
      {marks.broken.has(name) && <span className="mark bad">{t.marks.broken}</span>}
      {marks.linted.has(name) && <span className="mark warn">{t.marks.linted}</span>}
    </span>
  )
}

function BootstrapCard({ marks }: { readonly marks: Marks }): ReactNode {
  return (
    <section className="card" aria-labelledby="design-bootstrap">
      <h2 id="design-bootstrap">{t.kinds.bootstrap}</h2>
      <ul className="component-list">
        <li>
          <Go to="/design/bootstrap/bootstrap">{t.newcomers}</Go>
          <MarkList name="bootstrap" marks={marks} />
        </li>
      </ul>
    </section>
  )
}
