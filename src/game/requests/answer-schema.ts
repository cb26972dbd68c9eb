import * as z from 'zod'
import { byName, laneRole, playerReference, reference, timestamp } from '../kernel/answer-shapes.ts'

/** An invitation or request, in any state. Spec 1 "Invitation and approval request". */
export const requestAnswer = z.strictObject({
  id: z.string(),
  event: z.enum(['invite', 'join:request', 'role:request']),
  timestamp,
  actor: playerReference,
  invitee: playerReference.optional(),
  process: reference.optional(),
  team: reference.optional(),
  roles: byName(z.union([laneRole, z.boolean()])),
  state: z.enum(['PENDING', 'ACCEPTED', 'REJECTED', 'CANCELLED']),
  accepted_at: timestamp.optional(),
  accepted_by: playerReference.optional(),
  rejected_at: timestamp.optional(),
  rejected_by: playerReference.optional(),
  cancelled_at: timestamp.optional(),
})
