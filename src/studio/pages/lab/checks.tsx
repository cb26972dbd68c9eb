import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { LabFile } from '../../../interface/lab-jobs.ts'
import type { CheckReport, FoundScript, ReportedCheck } from '../../../lab/check/report.ts'
import { CommandLine, scriptCommand } from '../../parts/command-line.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { control } from '../../shell/control.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { useJob } from './job.ts'
import { Running } from './running.tsx'
import { stepText } from './step-text.ts'

const t = texts.lab.checks

/** Searches for a way to break the checks of the project, and lets the person play what was found. */
export function Checks({ files }: { readonly files: readonly LabFile[] }): ReactNode {
  const { job, start, cancel } = useJob<CheckReport>('check')
  const checks = files.flatMap(({ value }) => (Array.isArray(value) ? (value as readonly unknown[]) : []))
  const { report } = job
  if (checks.length === 0) return <p className="empty">{t.none}</p>
  return (
    <>
      <section className="card">
        <p>{t.about(checks.length)}</p>
        <div className="row">
          <button type="button" className="primary" disabled={job.isRunning} onClick={() => void start({ checks })}>
            {t.run}
          </button>
          <CommandLine command="check" />
        </div>
        <Running job={job} onCancel={cancel} />
        {report && <p className="muted">{t.covered(report.coverage.covered, report.coverage.total)}</p>}
      </section>
      {report && (
        <ul className="plain">
          {report.checks.map((check) => (
            <li key={check.id} className="card">
              <Outcome check={check} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Outcome({ check: { id, holds, verdict, counterexample, way } }: { readonly check: ReportedCheck }): ReactNode {
  const script = counterexample ?? way
  return (
    <>
      <h2 className={holds ? 'good' : 'bad'}>
        {holds ? <CircleCheck aria-hidden size={16} /> : <CircleAlert aria-hidden size={16} />} {id}
      </h2>
      <p>{verdict}</p>
      {script && <ScriptPlayer script={script} />}
    </>
  )
}

/** Shows the steps of a script, and plays them on the live game one after the other. */
function ScriptPlayer({ script }: { readonly script: FoundScript }): ReactNode {
  const { at } = useGame()
  const [outcomes, setOutcomes] = useState<readonly ('played' | 'skipped')[]>([])
  const [isRefused, setRefused] = useState(false)
  const [perform, isBusy] = useDeed()
  const place = outcomes.length
  const step = script.steps[place]
  const goOn = (outcome: 'played' | 'skipped'): void => {
    setRefused(false)
    setOutcomes([...outcomes, outcome])
  }
  const play = async (): Promise<void> => {
    if (!step) return
    const played = await perform({
      run: async (client) => {
        if (place === 0) await createMissing(client, script.players)
        const { failed } = await control(client, 'POST /_gamify/commands', { stream: ndjson(step) })
        if (failed[0]) throw new Error(t.refused(failed[0].error_description))
        return true
      },
      done: () => t.played(stepText(step)),
      command: scriptCommand({ players: script.players, steps: [withoutExpectation(step)] }),
    })
    if (played) goOn('played')
    else setRefused(true)
  }
  return (
    <>
      <ol className="steps">
        {script.steps.map((each, i) => (
          // Two steps of a script can be the same, and their order never changes.
          <li
            key={i}
            aria-current={i === place ? 'step' : undefined}
            data-played={outcomes[i] === 'played' || undefined}
          >
            {stepText(each)} {outcomes[i] === 'skipped' && <span className="muted">{t.skipped}</span>}
          </li>
        ))}
      </ol>
      {at === undefined && (
        <div className="row">
          <button type="button" disabled={isBusy || !step} onClick={() => void play()}>
            {step ? t.playStep(place + 1) : t.allPlayed}
          </button>
          {isRefused && (
            <button type="button" disabled={isBusy} onClick={() => goOn('skipped')}>
              {t.skipStep(place + 1)}
            </button>
          )}
          <span className="muted">{t.playsLive}</span>
        </div>
      )}
    </>
  )
}

/** Creates the players of a script that the game does not have. */
async function createMissing(client: Client, players: readonly string[]): Promise<void> {
  for (const id of players)
    await client.call('POST /v2/admin/players', { body: { id, alias: id } }).catch((error: unknown) => {
      if (!(error instanceof ServiceError && error.code === 'player_exists')) throw error
    })
}

/** Returns a step without what the search expects of it: the studio only plays. */
function withoutExpectation(step: FoundScript['steps'][number]): object {
  const { expect: _, ...rest } = step as Readonly<Record<string, unknown>>
  return rest
}

/** A step as the line of `POST /commands`. */
function ndjson(step: FoundScript['steps'][number]) {
  return {
    type: 'application/x-ndjson',
    pieces: async function* () {
      yield `${JSON.stringify(withoutExpectation(step))}\n`
    },
  }
}
