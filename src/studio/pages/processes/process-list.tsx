import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { LongTable } from '../../parts/long-table.tsx'
import { optionName } from '../../parts/name.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { pathOf, useAddressOf, useQuery } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useDeployedVersion, useGame, useOfDesign } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { Funnel } from './funnel.tsx'
import { NewProcess } from './new-process.tsx'

const t = texts.processes

const STATES = ['', 'ACTIVE', 'COMPLETED'] as const
const stateTabs = STATES.map((state) => [state, state === '' ? t.allStates : t.states[state]] as const)

/** The processes of the game by definition and state, or the funnel of a definition. Spec 8.2. */
export function ProcessList(): ReactNode {
  const [query] = useQuery()
  const funnel = query.get('funnel')
  return funnel === null ? <AllProcesses /> : <Funnel definition={funnel} />
}

function AllProcesses(): ReactNode {
  const { at } = useGame()
  const [query, change] = useQuery()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const [isCreating, setCreating] = useState(false)
  const definitions = useOfDesign('process definitions', useDeployedVersion(), async (client) =>
    (await control(client, 'GET /_gamify/design/deployed')).processes.map(({ id, name }) => ({
      id,
      name: typeof name === 'string' ? name : id,
    })),
  )
  const definition = query.get('definition') ?? ''
  const asked = query.get('state')
  const state = STATES.find((each) => each === asked) ?? ''
  const pattern = query.get('q') ?? ''
  const filter = {
    ...(definition !== '' && { definition }),
    ...(state !== '' && { state }),
    ...(pattern !== '' && { pattern }),
  }
  return (
    <>
      <header className="page-head">
        <Heading>{t.title}</Heading>
        {at === undefined && (
          <span className="buttons">
            <button type="button" className="primary" onClick={() => setCreating(true)}>
              {t.create}
            </button>
          </span>
        )}
      </header>
      <div className="toolbar">
        <SearchField label={t.search} value={pattern} onChange={(q) => change({ q })} />
        <label className="field">
          <span className="label">{t.definition}</span>
          <select value={definition} onChange={({ target }) => change({ definition: target.value })}>
            <option value="">{t.allDefinitions}</option>
            {definitions.value?.map(({ id, name }) => (
              <option key={id} value={id}>
                {optionName(name)}
              </option>
            ))}
          </select>
        </label>
        <Tabs label={t.state} tabs={stateTabs} chosen={state} onChoose={(next) => change({ state: next })} />
        {definitions.value && definitions.value.length > 0 && (
          <Go
            to={`/processes?funnel=${encodeURIComponent(definition === '' ? (definitions.value[0]?.id ?? '') : definition)}`}
          >
            {t.toFunnel}
          </Go>
        )}
      </div>
      <LongTable
        key={JSON.stringify(filter)}
        label={t.title}
        name={['processes', definition, state, pattern]}
        load={async (client, skip, limit) => {
          const page = { skip: String(skip), limit: String(limit) }
          const { data, total } = await control(client, 'GET /_gamify/processes', { query: { ...filter, ...page } })
          return { rows: data, total }
        }}
        columns={[
          { heading: t.process, cell: ({ id }) => <Go to={pathOf('processes', id)}>{id}</Go> },
          { heading: t.name, cell: ({ name }) => name },
          {
            heading: t.definition,
            cell: (row) => definitions.value?.find(({ id }) => id === row.definition)?.name ?? row.definition,
          },
          { heading: t.state, width: '9rem', cell: (row) => <StateText state={row.state} /> },
          {
            heading: t.performers,
            width: '7rem',
            isNumber: true,
            cell: ({ performers }) => performers.length.toLocaleString(),
          },
        ]}
        idOf={({ id }) => id}
        onOpen={({ id }) => go(addressOf(pathOf('processes', id)))}
        empty={Object.keys(filter).length === 0 ? t.none : t.noMatch}
      />
      <CommandLine command="process list" />
      <NewProcess definitions={definitions.value ?? []} isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

/** Shows the state of a process. */
export function StateText({ state }: { readonly state: 'ACTIVE' | 'COMPLETED' }): ReactNode {
  return (
    <span className="state" data-state={state}>
      {t.states[state]}
    </span>
  )
}

/** The command that shows a process, as of a moment if one is shown. */
export const showCommand = (id: string, at: string | undefined): string =>
  `process show ${shellQuoted(id)}${at === undefined ? '' : ` --at ${shellQuoted(at)}`}`
