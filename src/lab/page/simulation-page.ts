import { html } from '../../server/html.ts'
import type { RepeatedReport } from '../simulate/repeated.ts'
import type { SimulationReport } from '../simulate/report.ts'
import { standalonePage } from './document.ts'
import { simulationArticle } from './simulation-article.ts'

/** What a page of simulations needs besides their reports. */
export interface SimulationPageSettings {
  /** The script of pages, as `readPageScript` returns it. */
  readonly script: string
  /** The names of simulations by id. Default: their ids. */
  readonly names?: Readonly<Record<string, string>>
  /** The states of metrics from the first to the last, by metric. Default: in the order in which players reach them. */
  readonly orders?: Readonly<Record<string, readonly string[]>>
}

/** A report of one run, or of several. */
type Report = SimulationReport | RepeatedReport

/** Returns a page that shows one or several reports. It is one file that needs no other. Spec 7.5. */
export function simulationPage(
  reports: Report | readonly Report[],
  { script, names = {}, orders = {} }: SimulationPageSettings,
): string {
  const list = isList(reports) ? reports : [reports]
  const titles = list.map(
    ({ simulation }) => (Object.hasOwn(names, simulation) ? names[simulation] : undefined) ?? simulation,
  )
  return standalonePage({
    title: `${titles.join(', ')}: simulation`,
    content: html`${list.map((report, i) => simulationArticle(report, titles[i] ?? '', i))}`,
    data: { kind: 'simulation', reports: list, orders },
    script,
  })
}

const isList = (reports: Report | readonly Report[]): reports is readonly Report[] => Array.isArray(reports)
