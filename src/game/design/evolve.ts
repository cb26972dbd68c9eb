import type { GameState } from '../game-state.ts'
import { removeHolders, recordDrop, recordRename, renameHolders } from '../kernel/drop.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { removeTeamsOfDroppedDefinitions } from '../leaderboards/effects.ts'
import type { DesignDeployed, DesignEvent, IssueFixed } from './shapes.ts'

/** Applies the events of deployment. It changes no player: dropped data is removed when its record is read. */
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
    recordDrop(state.drops, drop, time.seq)
    removeHolders(state.holders, drop)
  }
  for (const rename of renames) {
    recordRename(state.drops, rename, time.seq)
    renameHolders(state.holders, rename)
  }
  removeTeamsOfDroppedDefinitions(state, drops, time)
}

/** Records the fix of an issue of the waiting design. If no design waits, the history is damaged. */
function fixed(state: GameState, { issue, fix }: IssueFixed): void {
  const { pending } = state.deployment
  if (!pending) throw new Error(`the history fixes the issue '${issue}' of a design that does not wait at that moment`)
  pending.fixes.set(issue, fix)
}
