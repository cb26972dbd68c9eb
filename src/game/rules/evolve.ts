import { addToFeed, GAME_FEED } from '../feeds/feed-index.ts'
import type { GameState } from '../game-state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { countChanges } from '../leaderboards/effects.ts'
import { teamsWith } from '../members/state.ts'
import { subjectOfKey } from '../members/subject.ts'
import { addWithNotice, knownPlayer, putChanged } from '../players/evolve.ts'
import { withChanges } from '../players/player.ts'
import { storedTeam } from '../teams/state.ts'
import type { RuleEvent } from './shapes.ts'

/**
 * Applies consecutive events of rules about one player, the first of which has index `first`. It applies them together
 * because the scores are copied each time. Levels and achievements also appear in the feeds of the player's teams and
 * of the game. Spec 5.3.
 */
export function evolveRules(
  state: GameState,
  events: readonly RuleEvent[],
  { at, seq }: EntryTime,
  first: number,
): void {
  const player = knownPlayer(state, events[0]?.actor.id ?? '')
  const changes = events.flatMap((event) => event.changes)
  const changed = withChanges(player, changes)
  putChanged(state, player, changed, changes)
  const teams = teamFeeds(state, player.id)
  let earned = player
  for (const [i, event] of events.entries()) {
    earned = state.boards.requiring ? withChanges(earned, event.changes) : changed
    const position = { seq, index: first + i }
    countChanges(state, earned, event.changes, { ...position, at, scopes: scopesOf(event) })
    addWithNotice(state, player, position, at)
    if (event.event === 'custom_rule') continue
    for (const feed of teams) addToFeed(state.feeds, feed, position, at)
    addToFeed(state.feeds, GAME_FEED, position, at)
  }
}

const scopesOf = (event: RuleEvent) => (event.event === 'custom_rule' ? event.engine?.scopes : undefined)

/** Returns the feeds of the teams that a player is in. */
function teamFeeds(state: GameState, player: string): readonly number[] {
  const feeds: number[] = []
  for (const { subject } of teamsWith(state.members, state.drops, player)) {
    const team = storedTeam(state, subjectOfKey(subject).id)
    if (team) feeds.push(team.feed)
  }
  return feeds
}
