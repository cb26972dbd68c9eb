import type { ControlAnswer } from '../interface/control-answers.ts'

/** How many parts of a component a game has exercised, and how many there are. */
interface ComponentCoverage {
  readonly covered: number
  readonly total: number
}

/** Returns what was exercised of each component that has parts to exercise, by `kind/id`. Spec 6.6 `GET /coverage`. */
export function coverageByComponent({
  parts,
}: Pick<ControlAnswer<'GET /_gamify/coverage'>, 'parts'>): ReadonlyMap<string, ComponentCoverage> {
  const found = new Map<string, ComponentCoverage>()
  for (const { component, id, count } of parts) {
    const name = `${component}/${id}`
    const { covered, total } = found.get(name) ?? { covered: 0, total: 0 }
    found.set(name, { covered: covered + (count > 0 ? 1 : 0), total: total + 1 })
  }
  return found
}
