import { publicEvent } from '../feeds/public-event.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import type { EntryStamp } from '../kernel/entry.ts'
import { toIso } from '../kernel/instant.ts'
import { naming } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { requestAnswer } from './answer-schema.ts'
import type { AccessRequested, PlayerInvited } from './shapes.ts'
import type { Request } from './state.ts'

/** An invitation or request as answers show it. Spec 1 "Invitation and approval request". */
export type ShownRequest = Shape<typeof requestAnswer>

/** The state of a request or invitation, with the time and, if known, the player of its answer. */
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

/** Formats a request or invitation that the event at `index` of the current entry creates. */
export function showNewRequest(event: PlayerInvited | AccessRequested, stamp: EntryStamp, index = 0): ShownRequest {
  return publicEvent(event, stamp, index) as unknown as ShownRequest
}

/** Formats a stored request or invitation with its state. */
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
