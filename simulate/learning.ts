import type { Call } from './call.ts'
import type { Known } from './known.ts'
import type { Outcome } from './outcome.ts'

interface Identified {
  readonly id: string
}

interface Played {
  readonly events: { readonly local: readonly Identified[] }
}

type Evaluated = readonly (readonly (Played & { readonly player_id: string })[])[]

/** Of so many notifications of one answer some are remembered. */
const SOME = 3

/** Takes in what an answer tells that later calls may name. */
export function learn(known: Known, { row: { op }, as = '' }: Call, { answer, fault }: Outcome): void {
  if (fault !== undefined) return
  switch (op) {
    case 'actions.play':
      for (const { id } of (answer as Played).events.local) known.events.add({ id, player: as })
      return
    case 'rules.evaluate':
      for (const { player_id: player, events } of (answer as Evaluated).flat())
        for (const { id } of events.local) known.events.add({ id, player })
      return
    case 'notifications.list':
      for (const { id } of (answer as { readonly data: readonly Identified[] }).data.slice(-SOME))
        known.notices.add({ id, player: as })
      return
    case 'design.issues':
      for (const { id } of answer as readonly Identified[]) known.issues.add(id)
      return
    case 'images.add':
    case 'images.list':
      for (const { id } of [answer].flat() as readonly Identified[]) known.images.add(id)
      return
    default:
    // Of the others nothing is named again.
  }
}
