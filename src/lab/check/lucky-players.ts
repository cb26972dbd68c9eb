import type { Design } from '../../game/design/design.ts'
import { luckOf } from '../../game/rules/give.ts'
import type { RandomPart } from '../../game/rules/observer.ts'
import type { RewardRule } from '../../game/rules/reward.ts'

/** Something that happens to few players in a play of theirs. */
interface RarePart {
  readonly part: RandomPart
  /** What is played, and which draw of the play decides, as the draws of the engine name them. */
  readonly subject: string
  readonly which: string
}

/** What happens, or fails to happen, this seldom is rare. */
const RARE = 0.1

/** The plays, counted from 0, in which something rare is to happen. */
const PLAYS = [0, 1, 3] as const

/** The number of rare parts, of players who are tried for each of them, and of players who are returned. */
const MAX_PARTS = 40
const MAX_TRIED = 4000
const MAX_PLAYERS = 60

/**
 * Returns the ids of players to whom something rare happens in one of their first plays. A draw is a hash of the player's id,
 * so the search can choose players by their luck instead of playing until it comes. Spec 4.5, 7.3.
 */
export function luckyPlayers(design: Design, seed: string): readonly string[] {
  const players = new Set<string>()
  for (const rare of rareParts(design).slice(0, MAX_PARTS))
    for (const play of PLAYS) {
      const player = luckyPlayer(rare, play, seed)
      if (player !== undefined && players.size < MAX_PLAYERS) players.add(player)
    }
  return [...players]
}

function luckyPlayer({ part, subject, which }: RarePart, play: number, seed: string): string | undefined {
  const wanted = part.probability <= RARE
  for (let number = 1; number <= MAX_TRIED; number += 1) {
    const player = `lucky-${number}`
    if (luckOf({ seed, player, subject, play }, undefined)(part, which) === wanted) return player
  }
  return undefined
}

function rareParts({ actions, processes }: Design): readonly RarePart[] {
  const parts = [
    ...[...actions.values()].flatMap((action) => {
      const subject = `action:${action.id}`
      return [{ part: action, subject, which: 'own' }, ...partsOf(action.rules, subject)]
    }),
    ...[...processes.values()].flatMap(({ id, tasks }) =>
      [...tasks.values()].flatMap((task) => {
        const subject = `trigger:${id}:${task.path}`
        const rewards = task.rewards.map(({ reward }) => reward)
        return [{ part: task, subject, which: 'own' }, ...partsOf([{ rewards }], subject)]
      }),
    ),
  ]
  return parts.filter(({ part: { probability: p } }) => (p > 0 && p <= RARE) || (p >= 1 - RARE && p < 1))
}

function partsOf(rules: readonly Pick<RewardRule, 'rewards'>[], subject: string): readonly RarePart[] {
  return rules.flatMap(({ rewards }, i) => rewards.map((part, j) => ({ part, subject, which: `${i}.${j}` })))
}
