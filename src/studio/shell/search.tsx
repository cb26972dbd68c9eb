import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '../../client/client.ts'
import { Sheet } from '../parts/sheet.tsx'
import { texts } from '../texts.ts'
import { pathOf, useAddressOf } from './address.ts'
import { control } from './control.ts'
import { useLoad } from './game.tsx'
import { pageEntries } from './pages.ts'

/** Something that the search finds. */
interface Finding {
  readonly kind: keyof typeof texts.search.kinds
  readonly name: string
  /** What else the person may know it by. */
  readonly also?: string
  readonly path: string
}

/** The most findings of each list. */
const MAX_EACH = '20'
const MAX_SHOWN = 50

const pages: readonly Finding[] = pageEntries.map(({ name, path }) => ({ kind: 'page', name, path }))

const t = texts.search

/** Finds a page, a player or anything else of the game by its name, and opens it. */
export function SearchSheet({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}): ReactNode {
  const [text, setText] = useState('')
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const typed = text.trim()
  const asked = useSettledText(typed)
  const found = useLoad(['search', asked], (client) => find(client, asked), isOpen && asked !== '')
  // What was found for an earlier text is no answer to what stands there now.
  const isAnswered = asked === typed
  const findings = isAnswered && asked !== '' ? (found.value ?? []) : []
  const matching = [...pages.filter((page) => matches(page, typed)), ...findings]
  const open = ({ path }: Finding): void => {
    setText('')
    onClose()
    go(addressOf(path))
  }
  return (
    <Sheet title={t.title} isOpen={isOpen} onClose={onClose}>
      <ComboboxProvider value={text} setValue={setText} open setOpen={() => {}}>
        <Combobox autoSelect placeholder={t.placeholder} aria-label={t.title} className="search-field" autoFocus />
        <ComboboxList className="findings" alwaysVisible aria-label={t.title}>
          {matching.slice(0, MAX_SHOWN).map((finding) => (
            <ComboboxItem
              key={`${finding.kind} ${finding.path}`}
              value={finding.name}
              setValueOnClick={false}
              hideOnClick={false}
              onClick={() => open(finding)}
              className="finding"
            >
              <span>{finding.name}</span>
              {finding.also !== undefined && <span className="muted">{finding.also}</span>}
              <span className="kind">{t.kinds[finding.kind]}</span>
            </ComboboxItem>
          ))}
        </ComboboxList>
        <p className="muted" role="status">
          {found.problem ?? (matching.length === 0 && isAnswered && !found.isLoading ? t.nothing : t.hint)}
        </p>
      </ComboboxProvider>
    </Sheet>
  )
}

/** How long a person can pause while typing before the game is searched, in ms. */
const PAUSE_MS = 150

function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function matches({ name, also = '' }: Finding, text: string): boolean {
  const lower = text.toLowerCase()
  return name.toLowerCase().includes(lower) || also.toLowerCase().includes(lower)
}

interface Component {
  readonly id: string
  readonly name?: unknown
}

/** The kinds of components, with the page that shows each. */
const kinds = ['metrics', 'actions', 'rules', 'processes', 'teams', 'leaderboards'] as const

async function find(client: Client, text: string): Promise<readonly Finding[]> {
  const [players, design, processes, teams] = await Promise.all([
    control(client, 'GET /_gamify/players', { query: { search: text, limit: MAX_EACH } }),
    control(client, 'GET /_gamify/design/deployed'),
    control(client, 'GET /_gamify/processes', { query: { pattern: `*${text}*`, limit: MAX_EACH } }),
    client.call('GET /v2/admin/query/teams', { query: { pattern: text, limit: MAX_EACH } }),
  ])
  return [
    ...players.data.map(({ id, alias }): Finding => ({
      kind: 'player',
      name: id,
      also: alias,
      path: pathOf('players', id),
    })),
    ...kinds
      .flatMap((kind) => design[kind].map((each) => componentFinding(kind, each)))
      .filter((finding) => matches(finding, text)),
    ...processes.data.map(({ id, name }): Finding => ({
      kind: 'process',
      name,
      also: id,
      path: pathOf('processes', id),
    })),
    ...teams.body.map(({ id, name }): Finding => ({ kind: 'team', name, also: id, path: pathOf('teams', id) })),
  ]
}

function componentFinding(kind: (typeof kinds)[number], { id, name: named }: Component): Finding {
  const name = typeof named === 'string' ? named : undefined
  const also = name === undefined || name === id ? kind : `${name}, ${kind}`
  if (kind === 'leaderboards') return { kind: 'board', name: id, also, path: pathOf('boards', id) }
  return { kind: 'component', name: id, also, path: pathOf('design', kind, id) }
}
