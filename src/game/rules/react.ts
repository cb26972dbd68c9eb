import { ScoreDraft } from '../metrics/evolve.ts'
import { changeOf, countOf, pointsOf, stateOf, type Change, type Scores } from '../metrics/score.ts'
import { referToPlayer, type Player } from '../players/player.ts'
import { recompute } from './compound.ts'
import { levelAt, type AchievementRule, type LevelRule } from './design.ts'
import { giveReward, isRewardFailure, type RewardFailure } from './give-reward.ts'
import { judge } from './judge.ts'
import type { RuleBook } from './rule-book.ts'
import type { RuleFollowed } from './shapes.ts'
import type { Reading } from './reading.ts'
import { MAX_WORK, workOfEvent } from './work.ts'

/** Rounds of rules that may follow from one another, as long as they come to less than MAX_WORK. Spec 4.7. */
export const MAX_ROUNDS = 16

/** What followed, and the player after it. */
export interface Aftermath {
  readonly events: readonly RuleFollowed[]
  readonly player: Player
}

/** Makes the reading of a player as it is at some point of a play. */
export type Read = (player: Player) => Reading

/**
 * Lets the rules of the design follow from what a player did: levels, then achievements, round by round until nothing
 * changes; compounds are computed within the event that changed what they read. Spec 4.7, 4.16 "Plays".
 */
export function react(book: RuleBook, player: Player, read: Read): Aftermath | RewardFailure {
  return follow(book, [...book.levels, ...book.achievements], player, read)
}

/** Puts every level where its base metric is, for what happens outside a play: bootstrap, revert. Spec 4.14, 4.16. */
export function settleLevels(book: RuleBook, player: Player, read: Read): Aftermath | RewardFailure {
  return follow(book, book.levels, player, read)
}

function follow(
  book: RuleBook,
  rules: readonly (LevelRule | AchievementRule)[],
  player: Player,
  read: Read,
): Aftermath | RewardFailure {
  const events: RuleFollowed[] = []
  let reading = read(player)
  const { observer } = reading
  let draft: ScoreDraft | undefined
  let work = 0
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = events.length
    for (const rule of rules) {
      if (work > MAX_WORK) break
      observer?.looked(rule, player.id, round)
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
    work += book.lookingWork
    if (events.length === before) break
  }
  return { events, player: draft ? { ...player, scores: draft.finish() } : player }
}

const none: readonly Change[] = []

/** The change into the level that the base metric has reached; none before the base has an entry. Spec 4.7. */
function levelChanges(rule: LevelRule, { scores, observer }: Reading): readonly Change[] {
  const points = pointsOf(scores, rule.base)
  if (points === undefined) return none
  const present = stateOf(scores, rule.metric)
  const level = levelAt(rule, points)
  const { rank } = level
  observer?.ranked(rule, points, level)
  return rank === present ? none : [changeOf(rule.metric, present, rank)]
}

/** The items of an achievement that the player lacks, if its requirement is met. Spec 4.7, 4.16 "Plays". */
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
