import type { RouteOutput } from '../../client/route-types.ts'
import type { StepInput } from '../step.ts'
import { drawFor, type People } from './person.ts'

/** An action that new players can play, as the runtime lists it. */
export type Playable = Pick<RouteOutput<'GET /v2/runtime/actions'>[number], 'id' | 'variables'>

/** A step for `POST /_gamify/commands`, and its time unless it is now. Spec 6.4, 6.6. */
export type HistoryStep = StepInput & { readonly at?: string }

/** The parameters of a generated history. */
export interface HistoryPlan {
  readonly people: People
  readonly seed: string
  /** The number of players. */
  readonly count: number
  /** The time at which the first player joins, and the current time; in ms. */
  readonly from: number
  readonly now: number
}

/** The length of a generated history, in ms: eight weeks. */
export const HISTORY_MS = 56 * 24 * 60 * 60 * 1000

/** A prime greater than any number of players, so that it has no common factor with one. */
const STRIDE = 10_000_019

/** The least flatness of the power law, so that even of a million players nobody plays all day. */
const FLATNESS = 0.05

/** The position of the most active player among all players: early, but not the first. */
const TOP_PLAYER = 0.1

/** The values of text variables. */
const variableTexts = [
  'amber',
  'breeze',
  'cedar',
  'dawn',
  'ember',
  'fjord',
  'grove',
  'harbour',
  'island',
  'juniper',
] as const

/** Returns the number of plays for `count` players: two each, and some more if there are few players. */
export function playCountOf(count: number): number {
  return Math.round(2 * count + 20 * Math.sqrt(count))
}

/** Returns the step that creates a generated player. */
export function joinStep(people: People, index: number, at?: number): HistoryStep {
  const step = { request: 'POST /v2/admin/players', body: people.at(index) } as const
  return at === undefined ? step : { ...step, at: iso(at) }
}

/**
 * Yields the steps of all players in the order of time. More and more players join and play; a few play a lot, and most
 * play little. Each step depends only on its number and the plan.
 */
export function* historySteps(plan: HistoryPlan, actions: readonly Playable[]): Generator<HistoryStep, void> {
  const plays = actions.length === 0 ? 0 : playCountOf(plan.count)
  const chooseAction = chooser(actions)
  let joined = 0
  let played = 0
  let nextPlay = playTime(plan, played, plays)
  while (joined < plan.count || played < plays) {
    const nextJoin = joined < plan.count ? joinTime(plan, joined) : Number.POSITIVE_INFINITY
    if (nextJoin <= nextPlay) {
      yield joinStep(plan.people, joined, nextJoin)
      joined += 1
    } else {
      yield playStep(plan, played, joined, nextPlay, chooseAction)
      played += 1
      nextPlay = playTime(plan, played, plays)
    }
  }
}

/** Returns when a player joins. The number of players grows as the square of the time. */
export function joinTime({ seed, count, from, now }: HistoryPlan, index: number): number {
  const share = index === 0 ? 0 : Math.sqrt((index + drawFor(seed, index, 'join')) / count)
  return from + Math.floor(share * (now - from))
}

/** Returns when a play takes place. The rate of plays grows with the number of players. */
function playTime({ seed, from, now }: HistoryPlan, play: number, plays: number): number {
  if (play >= plays) return Number.POSITIVE_INFINITY
  return from + Math.floor(Math.cbrt((play + drawFor(seed, play, 'play')) / plays) * (now - from))
}

function playStep(
  { seed, people, count }: HistoryPlan,
  play: number,
  joined: number,
  at: number,
  chooseAction: (share: number) => Playable,
): HistoryStep {
  const player = playerAt(drawFor(seed, play, 'player'), joined, count)
  const { id, variables } = chooseAction(drawFor(seed, play, 'action'))
  const given = variables.map((variable) => [
    variable.name,
    valueFor(variable, drawFor(seed, play, `variable ${variable.name}`)),
  ])
  return {
    as: people.at(player).id,
    action: id,
    ...(given.length === 0 ? {} : { variables: Object.fromEntries(given) as Record<string, string | number> }),
    at: iso(at),
  }
}

/**
 * Returns who plays, by a power law over ranks that is flatter for few players. Ranks are spread over all players. If
 * the chosen player has not joined yet, another one who has joined plays.
 */
function playerAt(share: number, joined: number, count: number): number {
  const flat = clamp(Math.cbrt(1 / count), FLATNESS, 0.5)
  const least = flat ** 3
  const position = ((flat + share * (1 - flat)) ** 3 - least) / (1 - least)
  const player = (Math.floor(position * count) * STRIDE + Math.floor(TOP_PLAYER * count)) % count
  return player < joined ? player : player % joined
}

/**
 * Returns a function that chooses an action: the first most often, the second half as often, the third a third as
 * often.
 */
function chooser(actions: readonly Playable[]): (share: number) => Playable {
  let sum = 0
  const ends = actions.map((action, i) => ({ action, end: (sum += 1 / (i + 1)) }))
  return (share) => (ends.find(({ end }) => share * sum < end) ?? ends.at(-1))?.action as Playable
}

/** Returns a value for a variable. Small numbers are more frequent than large ones. */
function valueFor({ type, default: usual }: Playable['variables'][number], share: number): string | number {
  if (type === 'int') return 1 + Math.floor(share * share * clamp(2 * Number(usual ?? 0), 10, 1000))
  return String(usual ?? variableTexts[Math.floor(share * variableTexts.length)])
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

const iso = (at: number): string => new Date(at).toISOString()
