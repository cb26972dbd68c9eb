import { useEffect, useRef, type ReactNode } from 'react'
import type { WhatIfReport } from '../../../lab/what-if/report.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { useJob } from './job.ts'
import { Running } from './running.tsx'

const t = texts.lab.whatIf

/** Decides the history of the runtime again under the latest design, and shows what players would have ended up with. */
export function WhatIf(): ReactNode {
  const { session } = useGame()
  const { job, start, cancel } = useJob<WhatIfReport>('what-if')
  const host = useRef<HTMLDivElement>(null)
  const { report } = job
  useEffect(() => {
    const { current } = host
    if (current && report)
      void import('../../../lab/page/browser/embedded.ts').then(({ embedWhatIf }) =>
        embedWhatIf(current, report, session.game.title),
      )
  }, [report, session.game.title])
  return (
    <>
      <section className="card">
        <p>{t.about}</p>
        <div className="row">
          <button type="button" className="primary" disabled={job.isRunning} onClick={() => void start({})}>
            {t.run}
          </button>
          <CommandLine command="what-if" />
        </div>
        <Running job={job} onCancel={cancel} />
        {report && report.losers > 0 && (
          <p role="status" className="warn">
            {t.losers(report.losers)}
          </p>
        )}
      </section>
      <div ref={host} className="report-host" hidden={!report} />
    </>
  )
}
