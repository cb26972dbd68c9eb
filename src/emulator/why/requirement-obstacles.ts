import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import type { FormulaValue } from '../../game/kernel/formula-parser.ts'
import { nameOf } from '../../game/kernel/name-map.ts'
import { judge } from '../../game/rules/judge.ts'
import { missingAmount, opposite } from '../../interface/missing-amount.ts'
import type { Obstacle } from '../../interface/why-answer.ts'
import { teamsWith } from '../../game/members/state.ts'
import { definitionKey, subjectOfKey } from '../../game/members/subject.ts'
import { createObserver } from '../../game/rules/observer.ts'
import { observedBy, type Reading } from '../../game/rules/reading.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import { isThere } from '../../game/teams/state.ts'
import { textOf } from './formula-values.ts'
import { aboutLeaf, requirementShown } from './requirement-shown.ts'

/** So many teams are named that a player could join. */
const MAX_TEAMS = 10

/** Among so many they are looked for. */
const MAX_LOOKED = 10_000

/** What a requirement belongs to, and the game that it is looked at in. */
export interface Around {
  readonly of: string
  readonly state: GameState
  readonly design: Design
  /** Id of the player. */
  readonly player: string
}

/**
 * All that must change for a requirement to hold, or not to hold where that is `wanted`: of what is joined by `and` each
 * part, of what is joined by `or` a choice among the parts. None where it is so. Spec 4.3.
 */
export function obstaclesIn(
  requirement: Requirement,
  reading: Reading,
  around: Around,
  wanted = true,
): readonly Obstacle[] {
  const { of } = around
  if (requirement.kind === 'always') return wanted ? [] : [never(of)]
  if (requirement.kind !== 'and' && requirement.kind !== 'or')
    return leafObstacles(requirement, reading, around, wanted)
  const isHeld = requirement.not !== wanted
  const parts = requirement.parts.map((part) => obstaclesIn(part, reading, around, isHeld))
  // What is not `and` is an `or` of what is not.
  if ((requirement.kind === 'and') === isHeld) return parts.flat()
  if (parts.some((obstacles) => obstacles.length === 0)) return []
  const [only, ...others] = parts
  if (!only) return [never(of)]
  return others.length === 0 ? only : [{ kind: 'any_of', of, choices: parts.map((part) => [...part]) }]
}

const never = (of: string): Obstacle => ({ kind: 'nothing_to_give', of, reason: 'its requirement can never hold' })

type Leaf = Exclude<Requirement, { kind: 'always' | 'and' | 'or' }>

function leafObstacles(leaf: Leaf, reading: Reading, around: Around, wanted: boolean): readonly Obstacle[] {
  let compared: readonly [found?: FormulaValue | undefined, against?: FormulaValue | undefined] = []
  const observer = createObserver({ judged: (_leaf, _held, found, against) => void (compared = [found, against]) })
  const held = judge(leaf, observedBy(observer, reading))
  const { of, design } = around
  if (typeof held !== 'boolean') return [{ kind: 'formula', of, message: held.failure }]
  if (held === wanted) return []
  const [found = 0, against = 0] = compared
  const isMeant = leaf.not !== wanted
  const needs = { ...requirementShown({ ...leaf, not: false }), ...(isMeant ? {} : { not: true }) }
  const teams = leaf.kind === 'team' && isMeant ? teamsAround(around, leaf.definition) : {}
  return [
    {
      kind: 'requirement',
      of,
      needs: plain(needs, leaf),
      ...aboutLeaf(leaf, design),
      has: textOf(found),
      against: textOf(against),
      ...missingOf(leaf, isMeant, found, against),
      ...teams,
    },
  ]
}

/** What is needed without a `not`, where the operator can say it. */
function plain(needs: { readonly type: string; readonly not?: boolean; readonly [part: string]: unknown }, leaf: Leaf) {
  if (!needs.not || leaf.kind === 'team') return needs
  const { not: _, context, ...rest } = needs
  return { ...rest, context: { ...(context as object), operator: opposite[leaf.operator] } }
}

/** The amount to add to a number; it may be negative. */
function missingOf(
  leaf: Leaf,
  isMeant: boolean,
  found: FormulaValue,
  against: FormulaValue,
): { readonly missing?: string } {
  if (leaf.kind === 'team' || leaf.kind === 'time') return {}
  const operator = isMeant ? leaf.operator : opposite[leaf.operator]
  const missing = missingAmount(textOf(found), operator, textOf(against))
  return missing === undefined ? {} : { missing }
}

const teamsAround = ({ state, player }: Around, definition: string) => ({
  teams: teamsOf(state, definition),
  member: membershipsOf(state, player, definition),
})

/** What a player is in teams of a definition, with any role. */
function membershipsOf({ members, drops }: GameState, player: string, definition: string) {
  const key = definitionKey('team', definition)
  return [...teamsWith(members, drops, player)]
    .filter((membership) => membership.definition === key)
    .slice(0, MAX_TEAMS)
    .map(({ subject, roles }) => ({ team: subjectOfKey(subject).id, roles: Object.keys(roles).map(nameOf) }))
}

/** The first teams of a definition that there are. */
function teamsOf(state: GameState, definition: string): readonly string[] {
  const found: string[] = []
  for (const team of state.teams.records.slice(0, MAX_LOOKED)) {
    if (found.length === MAX_TEAMS) break
    if (team?.definition === definition && isThere(team, state.drops)) found.push(team.id)
  }
  return found
}
