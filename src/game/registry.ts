import { evolveAction } from './actions/evolve.ts'
import type { ActionPlayed } from './actions/events.ts'
import type { GameState } from './game-state.ts'
import type { Entry, GameEvent } from './kernel/entry.ts'
import { evolvePlayers } from './players/evolve.ts'
import type { PlayerEvent } from './players/events.ts'
import { evolveRules } from './rules/evolve.ts'
import type { RuleEvent } from './rules/events.ts'
import { evolveRun, type RunEvent } from './design/run.ts'

/** Everything that can happen in a game. */
type AnyEvent = PlayerEvent | ActionPlayed | RuleEvent | RunEvent

/** Changes the state by the events of an entry: the only code that does. The entry's checksum is the writer's to note. */
export function evolve(state: GameState, entry: Entry): void {
  for (const [index, event] of entry.events.entries()) evolveEvent(state, event as AnyEvent, entry, index)
  state.seq = entry.seq
  state.at = entry.at
}

function evolveEvent(state: GameState, event: AnyEvent, entry: Entry, index: number): void {
  switch (event.event) {
    case 'action':
      return evolveAction(state, event, entry, index)
    case 'level':
    case 'achievement':
    case 'custom_rule':
      return evolveRules(state, event, entry, index)
    case 'clock:set':
    case 'seed:set':
    case 'design:deployed':
      return evolveRun(state, event)
    case 'player:created':
    case 'player:updated':
    case 'player:enabled':
    case 'player:disabled':
    case 'player:reset':
    case 'player:deleted':
    case 'score':
    case 'reverted':
      return evolvePlayers(state, event, entry, index)
    default:
      throw new Error(`the history holds an event of an unknown kind: ${(event as GameEvent).event}`)
  }
}
