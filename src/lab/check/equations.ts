import type { Formula } from '../../game/kernel/formula-parser.ts'
import { evaluateAmount, isFailure, namesIn } from '../../game/kernel/formula.ts'
import { scopeOf, type FormulaReading } from '../../game/rules/formula-scope.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Draws } from './draws.ts'

/** Two formulas over variables that a requirement compares. Where they are equal, something may change. */
export interface Equation {
  readonly lhs: Formula
  readonly rhs: Formula
}

/** Returns the comparisons of formulas over variables in requirements, each once. */
export function equationsIn(requirements: readonly Requirement[]): readonly Equation[] {
  const found = new Map<string, Equation>()
  const look = (requirement: Requirement): void => {
    if (requirement.kind === 'and' || requirement.kind === 'or') return requirement.parts.forEach(look)
    if (requirement.kind !== 'var') return
    const { lhs, rhs } = requirement
    if ([lhs, rhs].some((formula) => namesIn(formula).vars.length > 0))
      found.set(`${lhs.text}\n${rhs.text}`, { lhs, rhs })
  }
  requirements.forEach(look)
  return [...found.values()]
}

/** The values of variables that are whole numbers. */
export type WholeNumbers = ReadonlyMap<string, number>

/**
 * Changes some values so that one or more equations, which are drawn, hold at once. It takes the differences of the formulas
 * for their slopes, so it solves linear equations. Returns undefined if there is no solution in whole numbers.
 */
export function solved(
  equations: readonly Equation[],
  values: WholeNumbers,
  reading: Omit<FormulaReading, 'variables'>,
  draws: Draws,
): WholeNumbers | undefined {
  const count = 1 + draws.below(Math.min(equations.length, values.size))
  const some = drawn(equations, count, draws)
  const unknowns = drawn([...values.keys()], count, draws)
  const gaps = (given: WholeNumbers): number[] => {
    const scope = scopeOf({ ...reading, variables: given })
    return some.map(({ lhs, rhs }) => numberOf(lhs, scope) - numberOf(rhs, scope))
  }
  const start = gaps(values)
  const columns = unknowns.map((name) => {
    const moved = gaps(new Map([...values, [name, (values.get(name) ?? 0) + 1]]))
    return moved.map((gap, i) => gap - (start[i] ?? 0))
  })
  const changes = solution(start.map((gap, row) => [...columns.map((column) => column[row] ?? 0), -gap]))
  const found = changes?.map((change, i) => Math.round((values.get(unknowns[i] ?? '') ?? 0) + change))
  if (!found?.every(Number.isSafeInteger)) return undefined
  return new Map([...values, ...found.map((value, i): [string, number] => [unknowns[i] ?? '', value])])
}

function numberOf(formula: Formula, scope: ReturnType<typeof scopeOf>): number {
  const value = evaluateAmount(formula, scope)
  return isFailure(value) ? NaN : Number(value)
}

/** Draws some of several, in any order. */
function drawn<T>(all: readonly T[], count: number, draws: Draws): readonly T[] {
  const left = [...all]
  return Array.from({ length: count }, () => left.splice(draws.below(left.length), 1)).flat()
}

/** Solves linear equations by elimination. Each row has the coefficients, and then the constant. */
function solution(rows: number[][]): readonly number[] | undefined {
  const left = rows.map((row) => [...row])
  for (let place = 0; place < left.length; place += 1) {
    const size = (row: readonly number[]): number => Math.abs(row[place] ?? 0)
    const best = left.slice(place).reduce((a, b) => (size(b) > size(a) ? b : a))
    if (!(size(best) > 0)) return undefined
    left.splice(left.indexOf(best), 1)
    left.splice(place, 0, best)
    const pivot = best[place] ?? 1
    for (const row of left) {
      const factor = row === best ? 0 : (row[place] ?? 0) / pivot
      if (factor !== 0) best.forEach((value, i) => (row[i] = (row[i] ?? 0) - factor * value))
    }
  }
  return left.map((row, i) => (row.at(-1) ?? NaN) / (row[i] ?? NaN))
}
