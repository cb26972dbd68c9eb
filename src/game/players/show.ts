import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import type { Shape, FieldsShape } from '../kernel/answer-shapes.ts'
import { formatAmount } from '../kernel/decimal.ts'
import { toIso } from '../kernel/instant.ts'
import { getNamed } from '../kernel/name-map.ts'
import { teamsWith } from '../members/state.ts'
import { subjectOfKey } from '../members/subject.ts'
import type { levelMeta, partFields, recordedScore, score, shownItem } from '../metrics/answer-schema.ts'
import type { Metric, SetMetric, StateMetric } from '../metrics/design.ts'
import { itemsOf, pointsOf, referTo, stateOf, type Scores } from '../metrics/score.ts'
import { levelAt, type Level, type LevelRule } from '../rules/design.ts'
import { heldRoles } from '../teams/ranks.ts'
import { storedTeam } from '../teams/state.ts'
import { profile, recordedProfile, type teamMembership } from './answer-schema.ts'
import type { Player } from './player.ts'

/** The profile of a player. Spec 1 "Player profile". */
export type Profile = Shape<typeof profile>

type TeamMembership = Shape<typeof teamMembership>

/** Returns the teams of a player whose definitions the design has. */
function teamsOf(state: GameState, player: string, design: Design): TeamMembership[] {
  const shown: TeamMembership[] = []
  for (const membership of teamsWith(state.members, state.drops, player)) {
    const { id } = subjectOfKey(membership.subject)
    const team = storedTeam(state, id)
    const definition = team && design.teams.get(team.definition)
    if (!team || !definition) continue
    const roles = heldRoles(definition, membership.roles).map(({ name }) => name)
    shown.push({ id, definition: { id: definition.id, name: definition.name }, roles, name: team.name })
  }
  return shown
}

/** Returns a player's profile with the metrics and teams of the design; `detailed` adds items not yet earned. Spec 1, 4.2. */
export function profileOf(state: GameState, player: Player, design: Design, detailed = false): Profile {
  const { id, alias, created, enabled } = player
  return {
    id,
    alias,
    created: toIso(created),
    enabled,
    scores: showScores(player.scores, design, detailed),
    teams: teamsOf(state, id, design),
  }
}

/** The part of version 1 routes that answer a profile. */
export const showsProfileV1 = { out: () => profile } as const

/** The part of version 2 routes that answer a profile. Spec 5.6. */
export const showsProfile = {
  ...showsProfileV1,
  recorded: {
    out: () => recordedProfile,
    present: (found: Profile) => ({ ...found, scores: found.scores.map(listItems) }),
  },
} as const

/** A state or item of a metric as answers show it. */
type ShownPart = FieldsShape<typeof partFields>
type ShownItem = Shape<typeof shownItem>
type LevelMeta = Shape<typeof levelMeta>

/** A score as a profile shows it. Spec 1 "Player profile", 4.2. */
type ShownScore = Shape<typeof score>

const part = ({ name, description }: { name: string; description?: string | undefined }): ShownPart =>
  description === undefined ? { name } : { name, description }

/** Formats a player's scores by the metrics of the design, in order of id; `detailed` adds items not yet earned. Spec 4.2. */
export function showScores(scores: Scores, design: Design, detailed: boolean): ShownScore[] {
  const shown: ShownScore[] = []
  for (const metric of design.metrics.values()) {
    const value = showValue(metric, scores, detailed)
    if (value === undefined) continue
    const meta = metric.type === 'state' ? levelMetaOf(metric, scores, design.levels) : undefined
    shown.push({ metric: referTo(metric), value, ...(meta ? { meta } : {}) })
  }
  return shown
}

/** Converts a score to the recorded dialect, which has the items of a set as a list. Spec 5.6. */
function listItems(score: ShownScore): Shape<typeof recordedScore> {
  const isSet = score.metric.type === 'set'
  return isSet
    ? { ...score, value: Object.values(score.value as Readonly<Record<string, ShownItem>>) }
    : (score as Shape<typeof recordedScore>)
}

function showValue(metric: Metric, scores: Scores, detailed: boolean): ShownScore['value'] | undefined {
  switch (metric.type) {
    case 'point':
    case 'compound': {
      const points = pointsOf(scores, metric)
      return points === undefined ? undefined : formatAmount(points)
    }
    case 'state': {
      const state = stateOf(scores, metric)
      return state === undefined ? undefined : part({ name: state, description: metric.states.get(state)?.description })
    }
    case 'set':
      return showItems(metric, scores, detailed)
  }
}

function showItems(metric: SetMetric, scores: Scores, detailed: boolean): Record<string, ShownItem> | undefined {
  const held = itemsOf(scores, metric)
  if (!held && !detailed) return undefined
  const items = [...metric.items.values()].flatMap((item): [string, ShownItem][] => {
    const count = getNamed(held ?? {}, item.name)
    if (count === undefined && (!detailed || item.hidden)) return []
    return [[item.name, { ...part(item), count: formatAmount(count ?? 0) }]]
  })
  return Object.fromEntries(items)
}

/**
 * Returns the thresholds around the score of the base metric, or those of the player's level if the base metric has no score.
 * After the levels of a rule have changed, the score decides and not the player's old level, so the score is always between
 * the thresholds. Spec 4.7, 4.13.
 */
function levelMetaOf(metric: StateMetric, scores: Scores, levels: readonly LevelRule[]): LevelMeta | undefined {
  const rule = levels.find((level) => level.metric.id === metric.id)
  if (!rule) return undefined
  const { base } = rule
  const points = pointsOf(scores, base)
  const { low, high } = points === undefined ? heldLevel(rule, scores) : levelAt(rule, points)
  return { low: formatAmount(low), high: formatAmount(high), base_metric: { id: base.id, name: base.name } }
}

/** Returns the level that a player has although the base metric has no score. */
function heldLevel(rule: LevelRule, scores: Scores): Level {
  const held = stateOf(scores, rule.metric)
  return (
    rule.levels.find(({ rank }) => rank === held) ?? levelAt(rule, rule.base.type === 'point' ? rule.base.start : 0)
  )
}
