import { relative } from 'node:path'
import { locationKey, type Covered } from '../../game/design/coverage.ts'
import { partKinds, type PartKind } from '../../game/design/exercisable.ts'
import { kindNames } from '../../game/design/kind-table.ts'
import { firstFew } from '../../game/kernel/message-text.ts'
import { printable } from '../../sentences/printable.ts'
import { counted } from '../../sentences/quantities.ts'
import { table } from '../../terminal/render/table.ts'
import type { LocatedCoverage, LocatedPart } from './located.ts'

/** The number of parts that are listed; a line counts the others. */
const MAX_LISTED = 100

const plurals: Readonly<Record<PartKind, string>> = {
  action: 'actions',
  rule: 'rules',
  reward: 'rewards',
  requirement: 'requirements',
  level: 'levels',
  item: 'items',
  activity: 'activities',
  flow: 'flows',
}

/** Types of requirements whose name in the report differs from the name in the design. */
const requirementNames: Readonly<Record<string, string>> = { and: 'all-of', or: 'any-of', var: 'formula' }

/**
 * Formats a coverage report: the totals of each kind, then the parts that were not exercised, with paths relative to
 * `cwd`.
 */
export function coverageText(coverage: LocatedCoverage, cwd: string): string {
  const rows = partKinds.flatMap((kind) =>
    coverage.kinds[kind].total > 0 ? [rowOf(plurals[kind], coverage.kinds[kind])] : [],
  )
  const totals = table(['KIND', 'EXERCISED', 'OF', '%'], [...rows, rowOf('all', coverage)], new Set([1, 2, 3]))
  const parts = coverage.parts.filter(({ count }) => count === 0)
  const missing = [...Map.groupBy(parts, locationKey).values()]
  if (missing.length === 0) return totals
  const { few, more } = firstFew(missing, MAX_LISTED + 1)
  const lines = few.flatMap((group) => missingLine(group, cwd))
  return [totals, 'not exercised:', ...lines, ...more.map((line) => `  ${line}`)].join('\n')
}

const rowOf = (name: string, { covered, total, percent }: Covered): readonly string[] => [
  name,
  String(covered),
  String(total),
  String(percent),
]

/** The parts at one location that were not exercised: one part, or both outcomes of a requirement. */
type LocationGroup = readonly LocatedPart[]

function missingLine([part, other]: LocationGroup, cwd: string): readonly string[] {
  if (!part) return []
  const { component, id, path, met, file, line, column } = part
  const location =
    file === undefined ? `${component}/${id} ${path}`.trimEnd() : `${relative(cwd, file)}:${line}:${column}`
  const how = met === undefined ? '' : other ? ': never checked' : met ? ': never met' : ': always met'
  return [printable(`  ${location}: ${nameText(part)}${how}`)]
}

function nameText({ kind, component, id, name, activity }: LocatedPart): string {
  if (name === undefined) return `${kind} ${id}`
  const what = kind === 'requirement' ? `${requirementNames[name] ?? name} requirement` : `${kind} ${name}`
  return `${what}${activity === undefined ? '' : ` of activity ${activity}`} of ${kindNames[component]} ${id}`
}

/** Returns the message for a coverage below the threshold. */
export function belowText({ covered, total, percent }: Covered, threshold: number): string {
  return `the coverage is ${percent} % (${covered} of ${counted(total, 'part', 'parts')}), below the threshold of ${threshold} %`
}
