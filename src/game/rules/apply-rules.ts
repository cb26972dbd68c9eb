import { ScoreDraft } from '../metrics/evolve.ts'
import { changeOf, countOf, pointsOf, stateOf, type Change, type Scores } from '../metrics/score.ts'
import { referToPlayer, type Player } from '../players/player.ts'
import { recompute } from './compound.ts'
import { levelAt, type AchievementRule, type LevelRule } from './design.ts'
import { giveReward, isRewardFailure, type RewardFailure } from './give-reward.ts'
import { judge } from './judge.ts'
import type { Reading } from './reading.ts'
import type { RuleBook } from './rule-book.ts'
import type { RuleFollowed } from './shapes.ts'
import { MAX_WORK, workOfEvent } from './work.ts'

/**
 * The maximum number of rounds of rules that follow from one play, as long as their work is at most MAX_WORK. Spec 4.7.
 */
export const MAX_ROUNDS = 16

/** The events of the rules, and the player after them. */
export interface RuleOutcome {
  readonly events: readonly RuleFollowed[]
  readonly player: Player
}

/** Returns the reading of a player at some point of a play. */
export type Read = (player: Player) => Reading

/**
 * Applies the rules of the design after a player did something: levels, then achievements, in rounds until nothing
 * changes. Compounds are computed within the event that changed what they read. Spec 4.7, 4.16 "Plays".
 */
export function applyRules(book: RuleBook, player: Player, read: Read): RuleOutcome | RewardFailure {
  return applyInRounds(book, [...book.levels, ...book.achievements], player, read)
}

/**
 * Sets every level to what its base metric has reached, for changes outside a play: bootstrap and revert. Spec 4.14,
 * 4.16.
 */
export function updateLevels(book: RuleBook, player: Player, read: Read): RuleOutcome | RewardFailure {
  return applyInRounds(book, book.levels, player, read)
}

function applyInRounds(
  book: RuleBook,
  rules: readonly (LevelRule | AchievementRule)[],
  player: Player,
  read: Read,
): RuleOutcome | RewardFailure {
  const events: RuleFollowed[] = []
  let reading = read(player)
  const { observer } = reading
  let draft: ScoreDraft | undefined
  let work = 0
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = events.length
    for (const rule of rules) {
      if (work > MAX_WORK) break
      observer?.examined(rule, player.id, round)
      const changes = rule.type === 'level' ? levelChanges(rule, reading) : achievementChanges(rule, reading)
      if (isRewardFailure(changes)) return changes
      if (changes.length === 0) continue
      observer?.followed(rule)
      if (!draft) {
        draft = new ScoreDraft(player.scores)
        reading = read({ ...player, scores: draft.scores })
      }
      for (const change of changes) draft.take(change)
      const computed = recompute(book, draft, changes, observer)
      if (isRewardFailure(computed)) return computed
      const all = [...changes, ...computed]
      events.push({ event: rule.type, actor: referToPlayer(player), rule: { id: rule.id }, changes: all })
      work += workOfEvent(all) + book.computingWork
    }
    work += book.checkingWork
    if (events.length === before) break
  }
  return { events, player: draft ? { ...player, scores: draft.finish() } : player }
}

const none: readonly Change[] = []

/**
 * Returns the change to the level that the base metric has reached. There is none before the base metric has an entry.
 * Spec 4.7.
 */
function levelChanges(rule: LevelRule, { scores, observer }: Reading): readonly Change[] {
  const points = pointsOf(scores, rule.base)
  if (points === undefined) return none
  const present = stateOf(scores, rule.metric)
  const level = levelAt(rule, points)
  const { rank } = level
  observer?.ranked(rule, points, level)
  return rank === present ? none : [changeOf(rule.metric, present, rank)]
}

/**
 * Returns the change that gives the missing items of an achievement, if its requirement is met. Spec 4.7, 4.16 "Plays".
 */
function achievementChanges(rule: AchievementRule, reading: Reading): readonly Change[] | RewardFailure {
  const { scores } = reading
  if (holdsAll(scores, rule)) return none
  const met = judge(rule.requires, reading)
  if (met === false) return none
  if (met !== true) return { ...met, formula: `requires of ${rule.id}` }
  const change = giveReward(rule.reward, 1, scores, reading, (item) => isLacking(scores, rule, item))
  if (change === undefined) return none
  return isRewardFailure(change) ? change : [change]
}

const isLacking = (scores: Scores, { metric }: AchievementRule, item: string): boolean =>
  countOf(scores, metric, item) === 0

function holdsAll(scores: Scores, rule: AchievementRule): boolean {
  for (const [item] of rule.reward.items) if (isLacking(scores, rule, item)) return false
  return true
}
