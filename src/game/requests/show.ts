import { publicEvent } from '../feeds/public-event.ts'
import type { EntryStamp } from '../kernel/entry.ts'
import { toIso } from '../kernel/instant.ts'
import type { Shape } from '../kernel/shapes.ts'
import { naming } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { requestAnswer } from './answer-schema.ts'
import type { AccessRequested, PlayerInvited } from './shapes.ts'
import type { Request } from './state.ts'

/** An invitation or request as answers show it. Spec 1 "Invitation and approval request". */
export type ShownRequest = Shape<typeof requestAnswer>

/** How it stands, and who made it so when. */
export type Outcome =
  | { readonly state: 'PENDING' }
  | { readonly state: 'ACCEPTED'; readonly accepted_at: string; readonly accepted_by?: PlayerReference }
  | {
      readonly state: 'REJECTED'
      readonly rejected_at: string
      readonly rejected_by?: PlayerReference
      readonly accepted_at?: string
    }
  | { readonly state: 'CANCELLED'; readonly cancelled_at: string }

/** One that is made in this entry, by its event at `index`. */
export function showNewRequest(event: PlayerInvited | AccessRequested, stamp: EntryStamp, index = 0): ShownRequest {
  return publicEvent(event, stamp, index) as unknown as ShownRequest
}

/** One that is pending, or was until now. */
export function showRequest(
  { id, event, at, subject, actor, invitee, roles }: Request,
  outcome: Outcome,
): ShownRequest {
  return {
    id,
    event,
    timestamp: toIso(at),
    actor,
    ...(invitee ? { invitee } : {}),
    ...naming(subject),
    roles,
    ...outcome,
  }
}
