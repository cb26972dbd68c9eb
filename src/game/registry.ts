import { evolveAction, evolvePlay, type PreparedPlay } from './actions/evolve.ts'
import { rememberAnswered } from './answered-calls.ts'
import { evolveDesign } from './design/evolve.ts'
import { evolveRun } from './design/run.ts'
import type { eventShapes } from './event-shapes.ts'
import { evolveSeen } from './feeds/evolve.ts'
import type { GameState } from './game-state.ts'
import { evolveJoining } from './joining/evolve.ts'
import type { Shape } from './kernel/answer-shapes.ts'
import type { Entry, GameEvent } from './kernel/entry.ts'
import { evolveRegistration } from './leaderboards/evolve.ts'
import { evolveSubject } from './members/evolve.ts'
import { evolvePlayers } from './players/evolve.ts'
import { evolveTrigger } from './processes/trigger-evolve.ts'
import { evolveRules } from './rules/evolve.ts'
import type { RuleEvent } from './rules/shapes.ts'

/** Every event of a game. */
export type AnyEvent = Shape<(typeof eventShapes)[keyof typeof eventShapes]>

type OtherEvent = Exclude<AnyEvent, RuleEvent>

/** What a decision has already worked out of the change that its first event makes. */
export type Prepared = PreparedPlay

/**
 * Applies the events of an entry to the state. No other code changes the state. The writer sets the checksum of the entry.
 * `prepared` comes from the decision of this entry in this state.
 */
export function evolve(state: GameState, entry: Entry, prepared?: Prepared): void {
  const events = entry.events as readonly AnyEvent[]
  let index = 0
  if (prepared) {
    evolvePlay(state, prepared, entry, 0)
    index = 1
  }
  while (index < events.length) index += evolveFrom(state, events, entry, index)
  rememberAnswered(state.answered, entry)
  state.seq = entry.seq
  state.at = entry.at
}

/** Applies the event at `index`. An event of a rule is applied together with the following ones about the same player. Returns the number of events. */
function evolveFrom(state: GameState, events: readonly AnyEvent[], entry: Entry, index: number): number {
  const event = events[index] as AnyEvent
  if (!isOfRule(event)) {
    evolveEvent(state, event, entry, index)
    return 1
  }
  let end = index + 1
  for (let next = events[end]; next && isOfRule(next) && next.actor.id === event.actor.id; next = events[end]) end += 1
  const together = events.slice(index, end) as readonly RuleEvent[]
  evolveRules(state, together, entry, index)
  return end - index
}

function isOfRule(event: AnyEvent): event is RuleEvent {
  return event.event === 'level' || event.event === 'achievement' || event.event === 'custom_rule'
}

function evolveEvent(state: GameState, event: OtherEvent, entry: Entry, index: number): void {
  switch (event.event) {
    case 'action':
      return evolveAction(state, event, entry, index)
    case 'clock:set':
    case 'seed:set':
      return evolveRun(state, event)
    case 'design:deployed':
    case 'design:held':
    case 'issue:fixed':
      return evolveDesign(state, event, entry)
    case 'create':
    case 'delete':
    case 'process:updated':
    case 'team:updated':
    case 'team:locked':
    case 'team:unlocked':
    case 'join':
    case 'leave':
    case 'kick':
    case 'role:change':
    case 'role:assign':
    case 'transfer':
    case 'invite':
    case 'invite:accept':
    case 'invite:reject':
    case 'join:request':
    case 'join:request:accept':
    case 'join:request:reject':
    case 'role:request':
    case 'role:request:accept':
    case 'role:request:reject':
    case 'request:cancelled':
      return evolveSubject(state, event, entry, index)
    case 'progress':
    case 'resolution':
      return evolveTrigger(state, event, entry, index)
    case 'player:created':
    case 'player:updated':
    case 'player:enabled':
    case 'player:disabled':
    case 'player:reset':
    case 'player:deleted':
    case 'player:pictured':
    case 'score':
    case 'reverted':
      return evolvePlayers(state, event, entry, index)
    case 'game:invite':
    case 'game:invite:cancel':
    case 'game:request':
    case 'game:request:accept':
    case 'game:request:reject':
      return evolveJoining(state, event, entry, index)
    case 'leaderboard:registered':
    case 'leaderboard:deregistered':
      return evolveRegistration(state, event, entry)
    case 'notifications:seen':
      return evolveSeen(state, event)
    default:
      throw new Error(`the history holds an event of an unknown kind: ${(event as GameEvent).event}`)
  }
}
