import { relative } from 'node:path'
import { locationKey, type Covered } from '../../game/design/coverage.ts'
import { partKinds, type PartKind } from '../../game/design/exercisable.ts'
import { kindNames } from '../../game/design/kind-table.ts'
import { firstFew } from '../../game/kernel/first-few.ts'
import type { LocatedCoverage, LocatedPart } from './located.ts'
import { counted } from '../../terminal/render/quantities.ts'
import { printable } from '../../terminal/render/printable.ts'
import { table } from '../../terminal/render/table.ts'

/** Parts that were not exercised and are told; of more it is told how many. */
const MAX_TOLD = 100

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

/** Sorts of requirements, where a word says more than their names do. */
const requirementWords: Readonly<Record<string, string>> = { and: 'all-of', or: 'any-of', var: 'formula' }

/** What was exercised: how much of each kind, then what was not and where it stands, as seen from `cwd`. */
export function coverageText(coverage: LocatedCoverage, cwd: string): string {
  const rows = partKinds.flatMap((kind) =>
    coverage.kinds[kind].total > 0 ? [rowOf(plurals[kind], coverage.kinds[kind])] : [],
  )
  const totals = table(['KIND', 'EXERCISED', 'OF', '%'], [...rows, rowOf('all', coverage)], new Set([1, 2, 3]))
  const parts = coverage.parts.filter(({ count }) => count === 0)
  const missing = [...Map.groupBy(parts, locationKey).values()]
  if (missing.length === 0) return totals
  const { few, more } = firstFew(missing, MAX_TOLD + 1)
  const told = few.flatMap((together) => missingLine(together, cwd))
  return [totals, 'not exercised:', ...told, ...more.map((line) => `  ${line}`)].join('\n')
}

const rowOf = (name: string, { covered, total, percent }: Covered): readonly string[] => [
  name,
  String(covered),
  String(total),
  String(percent),
]

/** What stands in one place and was not exercised: a part, or both ways in which a requirement can turn out. */
type Together = readonly LocatedPart[]

function missingLine([part, both]: Together, cwd: string): readonly string[] {
  if (!part) return []
  const { component, id, path, met, file, line, column } = part
  const place = file === undefined ? `${component}/${id} ${path}`.trimEnd() : `${relative(cwd, file)}:${line}:${column}`
  const how = met === undefined ? '' : both ? ': never checked' : met ? ': never met' : ': always met'
  return [printable(`  ${place}: ${nameText(part)}${how}`)]
}

function nameText({ kind, component, id, name, activity }: LocatedPart): string {
  if (name === undefined) return `${kind} ${id}`
  const what = kind === 'requirement' ? `${requirementWords[name] ?? name} requirement` : `${kind} ${name}`
  return `${what}${activity === undefined ? '' : ` of activity ${activity}`} of ${kindNames[component]} ${id}`
}

/** What is told where less was exercised than asked for. */
export function belowText({ covered, total, percent }: Covered, threshold: number): string {
  return `the coverage is ${percent} % (${covered} of ${counted(total, 'part', 'parts')}), below the threshold of ${threshold} %`
}
