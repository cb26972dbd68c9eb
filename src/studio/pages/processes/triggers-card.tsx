import { useState, type ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import { eventSentence } from '../../../sentences/event-sentence.ts'
import { rewardText } from '../../../sentences/reward-text.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { whyNotText } from '../../../sentences/why-not-text.ts'
import { optionName } from '../../parts/name.tsx'
import { Shown } from '../../parts/problem.tsx'
import { ScopesField, scopeOptions, type PlayScope } from '../../parts/scopes-field.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { useSetting } from '../../shell/address.ts'
import { whyNotAt } from '../../shell/control.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { texts, withArrows } from '../../texts.ts'
import type { ShownProcess } from './process.tsx'

const t = texts.processes.triggers

/** The most triggers of which the card says why they cannot be played. */
const MAX_EXPLAINED = 30

/** The triggers that the process offers a performer, each to be played, or with what stands in the way. */
export function TriggersCard({ process }: { readonly process: ShownProcess }): ReactNode {
  const { as: acting } = useSetting()
  const { at } = useGame()
  const [chosen, choose] = useState<string>()
  const [scopes, setScopes] = useState<readonly PlayScope[]>([])
  const as = acting ?? chosen ?? process.owner.id
  const isPerformer = process.performers.some(({ id }) => id === as)
  const triggers = useLoad(
    ['triggers', [process.id, as]],
    (client) => readTriggers(client, process.id, as, at),
    isPerformer,
  )
  const [perform, isBusy] = useDeed()
  const play = (trigger: string): void =>
    void perform({
      run: async (client) =>
        (
          await client.call('POST /v2/runtime/processes/:process_id/play', {
            params: { process_id: process.id },
            as,
            body: { trigger, scopes: [...scopes], query: false },
          })
        ).body.events,
      done: ({ local, global }) => withArrows([...local, ...global].map((event) => eventSentence(event)).join('; ')),
      command: [
        `play trigger ${shellQuoted(process.id)} ${shellQuoted(trigger)} --as ${shellQuoted(as)}`,
        ...scopeOptions(scopes),
      ].join(' '),
    })
  return (
    <section className="card" aria-labelledby="triggers">
      <header className="row">
        <h2 id="triggers">{t.title}</h2>
        {acting === undefined && process.performers.length > 1 && (
          <label className="row">
            <span className="muted">{t.as}</span>
            <select value={as} onChange={({ target }) => choose(target.value)}>
              {process.performers.map(({ id, alias }) => (
                <option key={id} value={id}>
                  {optionName(alias)}
                </option>
              ))}
            </select>
          </label>
        )}
        {(acting !== undefined || process.performers.length === 1) && <span className="muted">{t.playsAs(as)}</span>}
      </header>
      {isPerformer ? (
        <Shown of={triggers}>
          {(offered) =>
            offered.length === 0 ? (
              <p className="muted">{t.none}</p>
            ) : (
              <ul className="plain">
                {offered.map(({ trigger, name, gives, obstacles }) => (
                  <li key={trigger} className="trigger">
                    <span>
                      <strong>{name}</strong> <code>{trigger}</code>{' '}
                      {gives !== '' && <span className="muted">{gives}</span>}
                      {obstacles.map((obstacle) => (
                        <span key={obstacle} className="obstacle">
                          {obstacle}
                        </span>
                      ))}
                    </span>
                    {at === undefined && (
                      <button
                        type="button"
                        disabled={isBusy || obstacles.length > 0}
                        aria-label={t.playNamed(name)}
                        onClick={() => play(trigger)}
                      >
                        {obstacles.length > 0 ? t.locked : t.play}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      ) : (
        <p className="muted">{t.noPerformer(as)}</p>
      )}
      {isPerformer && at === undefined && <ScopesField scopes={scopes} onChange={setScopes} />}
    </section>
  )
}

interface OfferedTrigger {
  readonly trigger: string
  readonly name: string
  readonly gives: string
  /** What stands in the way of a play; empty if it can be played. */
  readonly obstacles: readonly string[]
}

async function readTriggers(
  client: Client,
  id: string,
  as: string,
  at: string | undefined,
): Promise<readonly OfferedTrigger[]> {
  const params = { process_id: id }
  const { body } = await client.call('GET /v2/runtime/processes/:process_id/triggers', { params, as })
  return Promise.all(
    body.map(async ({ trigger, name, actions }, i) => {
      const shown = { trigger, name, gives: actions.map(rewardText).join(', '), obstacles: [] }
      if (i >= MAX_EXPLAINED) return shown
      const found = await whyNotAt(client, { player_id: as, process: id, trigger }, at)
      return found.possible ? shown : { ...shown, obstacles: whyNotText({ ...found, rewards: [] }).slice(1) }
    }),
  )
}
