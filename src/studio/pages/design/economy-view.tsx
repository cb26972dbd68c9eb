import { useMemo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '../../../client/client.ts'
import { legend } from '../../../graph/legend.ts'
import type { Layout, PlacedNode } from '../../../graph/placed.ts'
import { coverageByComponent } from '../../../inspect/coverage.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Drawing } from '../../parts/drawing.tsx'
import { Go } from '../../parts/go.tsx'
import type { Paint } from '../../parts/graph-picture.tsx'
import { Shown } from '../../parts/problem.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { BASE } from '../../shell/access.ts'
import { pathOf, useAddressOf, useQuery } from '../../shell/address.ts'
import { askWorker } from '../../shell/ask-worker.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLive, useLoad, useOfDesign } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { shownDesign } from './design-data.ts'
import { nodesAround } from './nodes-around.ts'

const t = texts.design.economy

/** What feeds what in the game, drawn, with what was exercised of it. Spec 8.2. */
export function EconomyView(): ReactNode {
  const { session, at } = useGame()
  const working = useLive((live) => live.working)
  const [query, change] = useQuery()
  const find = query.get('find') ?? ''
  const isPainted = at === undefined && query.get('coverage') !== 'off'
  // Each drawing reads the design of its own version: what other views still show may be the one before.
  const draw = async (client: Client) => {
    const input = { design: await shownDesign(client, at), title: session.game.title }
    return { input, whole: await askWorker({ task: 'economy', ...input }) }
  }
  const whole = useOfDesign('economy', at ?? working, async (client) => (await draw(client)).whole)
  const part = useOfDesign(
    `economy ${find}`,
    at ?? working,
    async (client) => {
      const { input, whole: all } = await draw(client)
      return askWorker({ task: 'economy', ...input, only: nodesAround(all, find) })
    },
    find !== '',
  )
  const coverage = useLoad(['coverage'], (client) => control(client, 'GET /_gamify/coverage'), isPainted)
  const counts = useMemo(
    () => (isPainted && coverage.value ? coverageByComponent(coverage.value) : undefined),
    [isPainted, coverage.value],
  )
  const paintOf = useMemo(
    () =>
      (id: string): Paint | undefined => {
        const count = counts?.get(id)
        return count && { share: count.covered / count.total, text: t.exercised(count.covered, count.total) }
      },
    [counts],
  )
  const shown = find === '' ? whole : part
  return (
    <>
      <form className="row" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={t.around}
          placeholder={t.around}
          value={find}
          onChange={({ target }) => change({ find: target.value })}
        />
        {at === undefined && (
          <label className="check">
            <input
              type="checkbox"
              checked={isPainted}
              onChange={({ target }) => change({ coverage: target.checked ? undefined : 'off' })}
            />{' '}
            {t.coverage}
          </label>
        )}
      </form>
      {counts && coverage.value && <CoverageLine {...coverage.value} />}
      <Shown of={shown}>
        {(layout) =>
          layout.nodes.length === 0 ? (
            <p className="empty">{find === '' ? t.empty : t.nothingAround}</p>
          ) : (
            <Economy layout={layout} paintOf={paintOf} />
          )
        }
      </Shown>
      <CommandLine command="design graph --economy --out economy.svg" />
    </>
  )
}

function CoverageLine({ covered, total }: { readonly covered: number; readonly total: number }): ReactNode {
  const [perform, isBusy] = useDeed()
  return (
    <p className="row">
      <span>{t.covered(covered, total)}</span>
      <button
        type="button"
        className="link"
        disabled={isBusy}
        onClick={() =>
          void perform({
            run: (client) => control(client, 'DELETE /_gamify/coverage'),
            done: () => t.cleared,
            command: 'design graph --economy',
          })
        }
      >
        {t.clear}
      </button>
    </p>
  )
}

/** Returns the path of the page of a node: `actions/like`, or `bootstrap`. */
function pathOfNode(id: string): string {
  const [kind = '', ...rest] = id.split('/')
  return pathOf('design', kind, rest.join('/') || kind)
}

function Economy({
  layout,
  paintOf,
}: {
  readonly layout: Layout
  readonly paintOf: (id: string) => Paint | undefined
}): ReactNode {
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  return (
    <>
      <Drawing
        label={t.label(layout.nodes.length, layout.edges.length)}
        layout={layout}
        addressOf={(id) => `${BASE}${addressOf(pathOfNode(id))}`}
        onOpen={(address) => go(address.slice(BASE.length))}
        paintOf={paintOf}
      />
      <details className="card">
        <summary>{t.asText}</summary>
        <NodeList layout={layout} paintOf={paintOf} />
      </details>
    </>
  )
}

/** The most nodes that the text lists; the search finds the others. */
const MAX_LISTED = 300

/** The drawing in words: each node, and what it leads to. */
function NodeList({
  layout: { nodes, edges },
  paintOf,
}: {
  readonly layout: Layout
  readonly paintOf: (id: string) => Paint | undefined
}): ReactNode {
  const titles = new Map(nodes.map(({ node }) => [node.id, node.title]))
  const leaving = Map.groupBy(edges, ({ edge }) => edge.from)
  return (
    <ul className="plain">
      {nodes.slice(0, MAX_LISTED).map(({ node }: PlacedNode) => (
        <li key={node.id}>
          <Go to={pathOfNode(node.id)}>{node.title}</Go>{' '}
          <span className="muted">
            {[t.nodes[node.kind], ...node.facts, paintOf(node.id)?.text].filter(Boolean).join('; ')}
          </span>
          <ul>
            {(leaving.get(node.id) ?? []).map(({ edge: { to, kind, label = [] } }) => (
              <li key={`${to} ${kind}`}>{t.arrow(legend[kind], titles.get(to) ?? to, label)}</li>
            ))}
          </ul>
        </li>
      ))}
      {nodes.length > MAX_LISTED && <li className="muted">{texts.design.more(nodes.length - MAX_LISTED)}</li>}
    </ul>
  )
}
