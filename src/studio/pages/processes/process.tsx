import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '../../../client/client.ts'
import type { RouteOutput } from '../../../client/route-types.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { ProcessDesign } from '../../../game/processes/design.ts'
import { nodeStates, type NodeState } from '../../../inspect/process-states.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { FeedList } from '../../parts/feed-list.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { InvitationsCard } from '../../parts/invitations.tsx'
import { Name } from '../../parts/name.tsx'
import { Shown } from '../../parts/problem.tsx'
import { RequestsCard } from '../../parts/requests-card.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { pathOf, useAddressOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { usePathId } from '../../shell/path-id.ts'
import { texts } from '../../texts.ts'
import { PerformersCard } from './performers-card.tsx'
import { showCommand, StateText } from './process-list.tsx'
import { TriggersCard } from './triggers-card.tsx'

const t = texts.processes

/** A process as operators see it. */
export type ShownProcess = RouteOutput<'GET /v2/admin/processes/:process_id'>

/** A process, and what its drawing needs if the design still has it and its owner may see it. */
interface ReadProcess {
  readonly process: ShownProcess
  readonly design: ProcessDesign | undefined
  readonly states: ReadonlyMap<string, NodeState> | undefined
}

const ProcessGraph = deferred(async () => (await import('./process-graph.tsx')).ProcessGraph, t.drawing)

/** A process: its graph with its tokens, what its performers can play, and its requests. Spec 8.2. */
export function Process(): ReactNode {
  const id = usePathId()
  const { at } = useGame()
  const read = useLoad(['process', id], (client) => readProcess(client, id))
  const feed = useLoad(
    ['process feed', id],
    async (client) =>
      (await client.call('GET /v2/admin/processes/:process_id/activity', { params: { process_id: id } })).body,
  )
  return (
    <>
      <header className="page-head">
        <p className="crumbs">
          <Go to="/processes">{t.title}</Go>
        </p>
        <Heading>{read.value?.process.name ?? id}</Heading>
        {at === undefined && read.value && (
          <span className="buttons">
            <DeleteProcess id={id} />
          </span>
        )}
      </header>
      <Shown of={read}>
        {({ process, design, states }) => (
          <>
            <p className="facts">
              <StateText state={process.state} />{' '}
              <span className="muted">{t.about(process.definition.name, process.access)}</span>{' '}
              <Go to={pathOf('players', process.owner.id)}>
                <Name>{process.owner.alias}</Name>
              </Go>{' '}
              <code>{process.id}</code>
            </p>
            <section className="card" aria-labelledby="process-graph">
              <h2 id="process-graph">{t.graph}</h2>
              {design && states ? (
                <ProcessGraph design={design} states={states} isOver={process.state === 'COMPLETED'} />
              ) : (
                <p className="muted">{design ? t.hidden : t.removed}</p>
              )}
            </section>
            <div className="columns">
              <div className="stack">
                <TriggersCard process={process} />
                <section className="card" aria-labelledby="process-feed">
                  <h2 id="process-feed">{t.feed}</h2>
                  <Shown of={feed}>
                    {(events) => <FeedList of={{ process: { id } }} events={events} empty={t.noFeed} />}
                  </Shown>
                </section>
              </div>
              <div className="stack">
                <PerformersCard process={process} design={design} />
                <RequestsCard subject={{ kind: 'process', id, owner: process.owner.id }} />
                <InvitationsCard subject={{ kind: 'process', id, owner: process.owner.id }} />
              </div>
            </div>
          </>
        )}
      </Shown>
      <CommandLine command={showCommand(id, at)} />
    </>
  )
}

/** Only version 1 answers the states, and only to performers, so that call is made as the owner. */
async function readProcess(client: Client, id: string): Promise<ReadProcess> {
  const params = { process_id: id }
  const [{ body: process }, deployed] = await Promise.all([
    client.call('GET /v2/admin/processes/:process_id', { params }),
    control(client, 'GET /_gamify/design/deployed'),
  ])
  // The service has checked the design when it was deployed.
  const design = deployed.processes.find((each) => each.id === process.definition.id) as ProcessDesign | undefined
  if (!design) return { process, design, states: undefined }
  const owned = await client
    .call('GET /v1/processes/:process_id', { params, as: process.owner.id })
    .catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'access_denied') return undefined
      throw error
    })
  return { process, design, states: owned && nodeStates(design, owned.body.containers) }
}

function DeleteProcess({ id }: { readonly id: string }): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const [perform] = useDeed()
  const [, go] = useLocation()
  const addressOf = useAddressOf()
  const command = `process delete ${shellQuoted(id)} --yes`
  const remove = async (): Promise<void> => {
    const done = await perform({
      run: async (client) =>
        (await client.call('DELETE /v2/admin/processes/:process_id', { params: { process_id: id } })).body,
      done: ({ message }) => message,
      command,
    })
    if (done) go(addressOf('/processes'))
  }
  return (
    <>
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        {t.delete}
      </button>
      <Confirm
        title={t.deleteTitle(id)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.delete}
        command={command}
        onConfirm={() => void remove()}
      >
        <p>{t.deleteLoss}</p>
      </Confirm>
    </>
  )
}
