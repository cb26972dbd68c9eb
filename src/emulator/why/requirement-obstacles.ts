import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import type { FormulaValue } from '../../game/kernel/formula-parser.ts'
import { nameOf } from '../../game/kernel/name-map.ts'
import { teamsWith } from '../../game/members/state.ts'
import { definitionKey, subjectOfKey } from '../../game/members/subject.ts'
import { judge } from '../../game/rules/judge.ts'
import { createObserver } from '../../game/rules/observer.ts'
import { observedBy, type Reading } from '../../game/rules/reading.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import { isThere } from '../../game/teams/state.ts'
import { missingAmount, opposite } from '../../interface/missing-amount.ts'
import type { Obstacle } from '../../interface/why-answer.ts'
import { textOf } from './formula-values.ts'
import { aboutLeaf, requirementShown } from './requirement-shown.ts'

/** How many teams that a player could join are named. */
const MAX_TEAMS = 10

/** How many teams are searched for them. */
const MAX_SEARCHED = 10_000

/** What a requirement belongs to, and the game in which it is checked. */
export interface RequirementContext {
  readonly of: string
  readonly state: GameState
  readonly design: Design
  /** The id of the player. */
  readonly player: string
}

/**
 * Returns everything that must change for a requirement to hold (or not to hold, if `wanted` is false): for `and`, the
 * obstacles of each part; for `or`, a choice among the parts. Empty if nothing has to change. Spec 4.3.
 */
export function obstaclesIn(
  requirement: Requirement,
  reading: Reading,
  context: RequirementContext,
  wanted = true,
): readonly Obstacle[] {
  const { of } = context
  if (requirement.kind === 'always') return wanted ? [] : [never(of)]
  if (requirement.kind !== 'and' && requirement.kind !== 'or')
    return leafObstacles(requirement, reading, context, wanted)
  const mustPartsHold = requirement.not !== wanted
  const parts = requirement.parts.map((part) => obstaclesIn(part, reading, context, mustPartsHold))
  // A negated `and` is an `or` of negated parts, and the other way round.
  if ((requirement.kind === 'and') === mustPartsHold) return parts.flat()
  if (parts.some((obstacles) => obstacles.length === 0)) return []
  const [only, ...others] = parts
  if (!only) return [never(of)]
  return others.length === 0 ? only : [{ kind: 'any_of', of, choices: parts.map((part) => [...part]) }]
}

const never = (of: string): Obstacle => ({ kind: 'nothing_to_give', of, reason: 'its requirement can never hold' })

type Leaf = Exclude<Requirement, { kind: 'always' | 'and' | 'or' }>

function leafObstacles(
  leaf: Leaf,
  reading: Reading,
  context: RequirementContext,
  wanted: boolean,
): readonly Obstacle[] {
  let compared: readonly [found?: FormulaValue | undefined, against?: FormulaValue | undefined] = []
  const observer = createObserver({ judged: (_leaf, _held, found, against) => void (compared = [found, against]) })
  const held = judge(leaf, observedBy(observer, reading))
  const { of, design } = context
  if (typeof held !== 'boolean') return [{ kind: 'formula', of, message: held.failure }]
  if (held === wanted) return []
  const [found = 0, against = 0] = compared
  const mustHold = leaf.not !== wanted
  const needs = { ...requirementShown({ ...leaf, not: false }), ...(mustHold ? {} : { not: true }) }
  const teams = leaf.kind === 'team' && mustHold ? teamFacts(context, leaf.definition) : {}
  return [
    {
      kind: 'requirement',
      of,
      needs: plain(needs, leaf),
      ...aboutLeaf(leaf, design),
      has: textOf(found),
      against: textOf(against),
      ...missingOf(leaf, mustHold, found, against),
      ...teams,
    },
  ]
}

/** Removes the `not` of what is needed if the opposite operator can express it. */
function plain(needs: { readonly type: string; readonly not?: boolean; readonly [part: string]: unknown }, leaf: Leaf) {
  if (!needs.not || leaf.kind === 'team') return needs
  const { not: _, context, ...rest } = needs
  return { ...rest, context: { ...(context as object), operator: opposite[leaf.operator] } }
}

/** Returns the amount to add to a number; it can be negative. */
function missingOf(
  leaf: Leaf,
  mustHold: boolean,
  found: FormulaValue,
  against: FormulaValue,
): { readonly missing?: string } {
  if (leaf.kind === 'team' || leaf.kind === 'time') return {}
  const operator = mustHold ? leaf.operator : opposite[leaf.operator]
  const missing = missingAmount(textOf(found), operator, textOf(against))
  return missing === undefined ? {} : { missing }
}

const teamFacts = ({ state, player }: RequirementContext, definition: string) => ({
  teams: teamsOf(state, definition),
  member: membershipsOf(state, player, definition),
})

/** Returns the memberships of a player in teams of a definition, with any role. */
function membershipsOf({ members, drops }: GameState, player: string, definition: string) {
  const key = definitionKey('team', definition)
  return [...teamsWith(members, drops, player)]
    .filter((membership) => membership.definition === key)
    .slice(0, MAX_TEAMS)
    .map(({ subject, roles }) => ({ team: subjectOfKey(subject).id, roles: Object.keys(roles).map(nameOf) }))
}

/** Returns the first existing teams of a definition. */
function teamsOf(state: GameState, definition: string): readonly string[] {
  const found: string[] = []
  for (const team of state.teams.records.slice(0, MAX_SEARCHED)) {
    if (found.length === MAX_TEAMS) break
    if (team?.definition === definition && isThere(team, state.drops)) found.push(team.id)
  }
  return found
}
