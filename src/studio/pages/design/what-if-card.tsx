import { useState, type ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import type { WhatIfReport } from '../../../lab/what-if/report.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { pathOf } from '../../shell/address.ts'
import { labNews } from '../../shell/control.ts'
import { useLive, useOfDesign } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { bothVersions, ifThere } from './design-data.ts'

const t = texts.design.whatIf

/** Longer histories are decided again only when the person asks. Spec 7.2. */
const SOON_ENTRIES = 20_000

/** How long deciding a history again can take, in ms. */
const PATIENCE_MS = 600_000

/** The most losses and refusals that are named. */
const MAX_NAMED = 8

/** What players would have and lack if everything so far had happened under the working design. Spec 7.2. */
export function WhatIfCard(): ReactNode {
  const isSoon = useLive(({ seq }) => seq <= SOON_ENTRIES) ?? false
  const versions = useLive(bothVersions)
  const [isAsked, setAsked] = useState(false)
  const report = useOfDesign(
    'what-if',
    versions,
    async (client, signal) => {
      const report = await ifThere(whatIfReport(client, signal))
      return report ?? null
    },
    isSoon || isAsked,
  )
  // The program has no lab.
  if (report.value === null) return null
  return (
    <section className="card" aria-labelledby="design-what-if">
      <h2 id="design-what-if">{t.title}</h2>
      <div role="status" className="stack">
        {report.problem !== undefined && <p className="problem">{report.problem}</p>}
        {report.value && <Report report={report.value} />}
        {!report.value && report.problem === undefined && (isSoon || isAsked) && <p className="muted">{t.running}</p>}
      </div>
      {!isSoon && !isAsked && (
        <div className="buttons">
          <button type="button" onClick={() => setAsked(true)}>
            {t.ask}
          </button>
        </div>
      )}
      <CommandLine command="what-if" />
    </section>
  )
}

async function whatIfReport(client: Client, signal: AbortSignal): Promise<WhatIfReport | undefined> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  for await (const news of labNews(client, 'what-if', {}, patience))
    if ('report' in news) return news.report as WhatIfReport
  return undefined
}

function Report({ report }: { readonly report: WhatIfReport }): ReactNode {
  const { entries, players, changed, metrics, commands, processes, boards, lost, losers } = report
  const changes = [
    ...Object.entries(metrics).flatMap(([id, metric]) => metricSentences(id, metric)),
    ...(commands.accepted_before === commands.accepted_after
      ? []
      : [t.refused(commands.accepted_before - commands.accepted_after, Object.entries(commands.refused_now))]),
    ...Object.entries(processes)
      .filter(([, { ended }]) => ended.before !== ended.after)
      .map(([id, { ended }]) => t.ended(id, ended.before, ended.after)),
    ...Object.entries(boards)
      .filter(([, board]) => board.top10_changed)
      .map(([id]) => t.board(id)),
  ]
  return (
    <>
      <p>
        <strong>{t.changed(entries, players, changed)}</strong>
      </p>
      {losers > 0 && (
        <div>
          <p className="bad">{t.losers(losers)}</p>
          <ul className="plain">
            {lost.slice(0, MAX_NAMED).map(({ player, lost: what, instead }) => (
              <li key={`${player} ${what}`}>
                <Go to={pathOf('players', player)}>{player}</Go> {t.loses(what, instead)}
              </li>
            ))}
            {lost.length > MAX_NAMED && <li className="muted">{texts.design.more(lost.length - MAX_NAMED)}</li>}
          </ul>
        </div>
      )}
      <ul className="sentences">
        {changes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

function metricSentences(
  id: string,
  { players_changed, total, moves = [], items = {} }: WhatIfReport['metrics'][string],
) {
  if (players_changed === 0) return []
  return [
    ...(total ? [t.total(id, players_changed, total.before, total.after)] : []),
    ...moves.map(({ from, to, players }) => t.move(id, players, from, to)),
    ...Object.entries(items).flatMap(([item, { gained, lost }]) => [
      ...(gained > 0 ? [t.gained(item, gained)] : []),
      ...(lost > 0 ? [t.lost(item, lost)] : []),
    ]),
  ]
}
