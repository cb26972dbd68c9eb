import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '../../../client/client.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { LongTable, type PageOfRows } from '../../parts/long-table.tsx'
import { Name } from '../../parts/name.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { pathOf, useAddressOf, useQuery } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { NewTeam } from './new-team.tsx'

const t = texts.teams

/** A row of the list. A search answers without owners. */
interface TeamRow {
  readonly id: string
  readonly name: string
  readonly definition: { readonly name: string }
  readonly owner?: { readonly id: string; readonly alias: string } | null
}

/** The most teams that a search shows: it does not say how many there are. */
const MAX_FOUND = 1000

/** The teams of the game. Spec 8.2. */
export function TeamList(): ReactNode {
  const { at } = useGame()
  const [query, change] = useQuery()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const [isCreating, setCreating] = useState(false)
  const pattern = query.get('q') ?? ''
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
        {pattern !== '' && <span className="muted">{t.mostFound(MAX_FOUND)}</span>}
      </div>
      <LongTable<TeamRow>
        key={pattern}
        label={t.title}
        name={['teams', pattern]}
        load={(client, skip, limit) => readTeams(client, pattern, skip, limit)}
        columns={[
          { heading: t.team, cell: ({ id }) => <Go to={pathOf('teams', id)}>{id}</Go> },
          { heading: t.name, cell: ({ name }) => <Name>{name}</Name> },
          { heading: t.definition, cell: ({ definition }) => <Name>{definition.name}</Name> },
          ...(pattern === ''
            ? [
                {
                  heading: t.owner,
                  cell: ({ owner }: TeamRow) =>
                    owner ? <Name>{owner.alias}</Name> : <span className="muted">{t.noOwner}</span>,
                },
              ]
            : []),
        ]}
        idOf={({ id }) => id}
        onOpen={({ id }) => go(addressOf(pathOf('teams', id)))}
        empty={pattern === '' ? t.none : t.noMatch(pattern)}
      />
      <CommandLine command="team list" />
      <NewTeam isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

async function readTeams(client: Client, pattern: string, skip: number, limit: number): Promise<PageOfRows<TeamRow>> {
  if (pattern === '') {
    const query = { skip: String(skip), limit: String(limit) }
    const { data, total } = (await client.call('GET /v2/admin/teams', { query })).body
    return { rows: data, total }
  }
  const query = { pattern, limit: String(MAX_FOUND) }
  const found = (await client.call('GET /v2/admin/query/teams', { query })).body
  return { rows: found.slice(skip, skip + limit), total: found.length }
}
