import type { PlayerReference } from '../players/player.ts'
import type { Admission } from './admission.ts'
import type {
  MemberCame,
  MemberKicked,
  MemberWent,
  OwnershipTransferred,
  RolesAssigned,
  RolesChanged,
  SubjectEffects,
} from './shapes.ts'
import { naming, type Roles } from './subject.ts'

/** Marks what an operator did; the actor is then the player that it happened to, or nobody. Spec 5.3. */
const marked = (admin: true | undefined): { readonly admin?: true } => (admin ? { admin } : {})

const becoming = ({ id }: PlayerReference, roles: Roles | null): { readonly engine: SubjectEffects } => ({
  engine: { members: [{ player: id, roles }] },
})

/** Whether it would be new that a player has these roles in it. */
export function makesChange({ member, changesTo }: Admission, player: string, roles: Roles): boolean {
  return !member(player) || Object.keys(changesTo(player, roles)).length > 0
}

/** A player comes in. */
export function cameIn({ subject, shown }: Admission, actor: PlayerReference, roles: Roles, admin?: true): MemberCame {
  return {
    event: 'join',
    actor,
    ...marked(admin),
    ...naming(subject),
    roles: shown(roles),
    ...becoming(actor, roles),
  }
}

/** A player goes, or is taken out by an operator. */
export function wentOut({ subject }: Admission, actor: PlayerReference, admin?: true): MemberWent {
  return { event: 'leave', actor, ...marked(admin), ...naming(subject), ...becoming(actor, null) }
}

/** A player throws another out. */
export function thrownOut({ subject }: Admission, actor: PlayerReference, player: PlayerReference): MemberKicked {
  return { event: 'kick', actor, player, ...naming(subject), ...becoming(player, null) }
}

/** A player has other roles, by its own will or an operator's. */
export function changedRoles(
  { subject, changesTo }: Admission,
  actor: PlayerReference,
  roles: Roles,
  admin?: true,
): RolesChanged {
  return {
    event: 'role:change',
    actor,
    ...marked(admin),
    ...naming(subject),
    changes: changesTo(actor.id, roles),
    ...becoming(actor, roles),
  }
}

/** A player gives another other roles. */
export function assignedRoles(
  { subject, changesTo }: Admission,
  actor: PlayerReference,
  player: PlayerReference,
  roles: Roles,
): RolesAssigned {
  return {
    event: 'role:assign',
    actor,
    player,
    ...naming(subject),
    changes: changesTo(player.id, roles),
    ...becoming(player, roles),
  }
}

/** It belongs to a player from now on, who has these roles; `actor` is missing where an operator did it. */
export function handedOver(
  admission: Admission,
  actor: PlayerReference | undefined,
  player: PlayerReference,
  roles: Roles,
): OwnershipTransferred {
  const members = makesChange(admission, player.id, roles) ? { members: [{ player: player.id, roles }] } : {}
  return {
    event: 'transfer',
    ...(actor ? { actor } : { admin: true }),
    player,
    new_owner: player,
    ...naming(admission.subject),
    engine: { owner: player.id, ...members },
  }
}
