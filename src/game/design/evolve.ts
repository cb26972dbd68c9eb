import type { GameState } from '../game-state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { forgetDropped, noteDrop, noteRename, renameHeld } from '../kernel/drop.ts'
import { removeTeamsOfDroppedDefinitions } from '../leaderboards/effects.ts'
import type { DesignDeployed, DesignEvent, IssueFixed } from './shapes.ts'

/** What deploying, and what leads to it, changes. No player is touched: what is dropped goes as the records are looked at. */
export function evolveDesign(state: GameState, event: DesignEvent, time: EntryTime): void {
  switch (event.event) {
    case 'design:deployed':
      return deployed(state, event, time)
    case 'design:held':
      state.deployment = { ...state.deployment, pending: { hash: event.hash, fixes: new Map() } }
      return
    case 'issue:fixed':
      return fixed(state, event)
  }
}

function deployed(
  state: GameState,
  { hash, label = null, drops = [], renames = [], settled = [] }: DesignDeployed,
  time: EntryTime,
): void {
  state.design = hash
  state.deployment = { label, pending: null, settled }
  for (const drop of drops) {
    noteDrop(state.drops, drop, time.seq)
    forgetDropped(state.holders, drop)
  }
  for (const rename of renames) {
    noteRename(state.drops, rename, time.seq)
    renameHeld(state.holders, rename)
  }
  removeTeamsOfDroppedDefinitions(state, drops, time)
}

/** A fix is chosen for the design that waits; with none the history is damaged. */
function fixed(state: GameState, { issue, fix }: IssueFixed): void {
  const { pending } = state.deployment
  if (!pending) throw new Error(`the history fixes the issue '${issue}' of a design that does not wait at that moment`)
  pending.fixes.set(issue, fix)
}
