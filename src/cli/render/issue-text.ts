import { table } from './table.ts'

/** An issue of a deployment, as far as it is shown. Spec 4.13. */
export interface ShownIssue {
  readonly id: string
  readonly code: string
  readonly vars: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>
  readonly is_resolved: boolean
  readonly apply: string
}

/** Issues as a table: which, what was chosen, what it is about. */
export function issueTable(issues: readonly ShownIssue[]): string {
  return table(
    ['ISSUE', 'FIX', 'WHAT IT IS'],
    issues.map((issue) => [issue.id, issue.is_resolved ? issue.apply : 'open', issueSentence(issue)]),
  )
}

/** What an issue is about, in a sentence. */
function issueSentence({ code, vars }: ShownIssue): string {
  const metric = `'${named(vars.metric_design).id}'`
  switch (code) {
    case 'metric_removed':
      return `the metric ${metric} is gone, and ${players(vars.players, 'has', 'have')} a score of it`
    case 'metric_retyped':
      return `the metric ${metric} turns from ${text(vars.from)} to ${text(vars.to)}, and ${players(vars.players, 'has', 'have')} a score of it`
    case 'item_removed':
      return `the item '${named(vars.item).name}' of ${metric} is gone, and ${players(vars.players, 'holds', 'hold')} it`
    case 'state_removed':
      return `the state '${named(vars.state).name}' of ${metric} is gone, and ${players(vars.players, 'is', 'are')} in it`
    default:
      return code.replaceAll('_', ' ')
  }
}

type Var = ShownIssue['vars'][string] | undefined

const named = (value: Var): Readonly<Record<string, string>> => (typeof value === 'object' ? value : {})

const text = (value: Var): string => (typeof value === 'object' ? '' : String(value))

const players = (count: Var, one: string, several: string): string =>
  count === 1 ? `1 player ${one}` : `${text(count)} players ${several}`
