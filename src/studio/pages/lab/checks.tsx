import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { LabFile } from '../../../interface/lab-jobs.ts'
import type { CheckReport, FoundScript, ReportedCheck } from '../../../lab/check/report.ts'
import { CommandLine } from '../../parts/command-line.tsx'
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
  const [played, setPlayed] = useState(0)
  const [perform, isBusy] = useDeed()
  const step = script.steps[played]
  const play = async (): Promise<void> => {
    if (!step) return
    const done = await perform({
      run: async (client) => {
        if (played === 0)
          for (const id of script.players)
            await client.call('POST /v2/admin/players', { body: { id, alias: id } }).catch(() => {})
        return control(client, 'POST /_gamify/commands', { stream: ndjson(step) })
      },
      done: ({ failed: [refused] }) => (refused ? t.refused(refused.error_description) : t.played(stepText(step))),
      command: 'play script',
    })
    if (done) setPlayed(played + 1)
  }
  return (
    <>
      <ol className="steps">
        {script.steps.map((each, i) => (
          // Two steps of a script can be the same, and their order never changes.
          <li key={i} aria-current={i === played ? 'step' : undefined} data-played={i < played || undefined}>
            {stepText(each)}
          </li>
        ))}
      </ol>
      {at === undefined && (
        <div className="row">
          <button type="button" disabled={isBusy || !step} onClick={() => void play()}>
            {step ? t.playStep(played + 1) : t.allPlayed}
          </button>
          <span className="muted">{t.playsLive}</span>
        </div>
      )}
    </>
  )
}

/** A step as the line of `POST /commands`. Expectations are what the search says: the studio only plays. */
function ndjson(step: FoundScript['steps'][number]) {
  const { expect: _, ...rest } = step as Readonly<Record<string, unknown>>
  return {
    type: 'application/x-ndjson',
    pieces: async function* () {
      yield `${JSON.stringify(rest)}\n`
    },
  }
}
