import type { PlayerReference } from '../players/player.ts'
import type { Admission } from './admission.ts'
import type {
  MemberJoined,
  MemberKicked,
  MemberLeft,
  OwnershipTransferred,
  RolesAssigned,
  RolesChanged,
  SubjectEffects,
} from './shapes.ts'
import { naming, type Roles } from './subject.ts'

/** Marks an event as caused by an operator. Its actor is then the affected player, or missing. Spec 5.3. */
const operatorMark = (admin: true | undefined): { readonly admin?: true } => (admin ? { admin } : {})

const memberEffects = ({ id }: PlayerReference, roles: Roles | null): { readonly engine: SubjectEffects } => ({
  engine: { members: [{ player: id, roles }] },
})

/** Whether giving a player these roles would change anything. */
export function makesChange({ member, changesTo }: Admission, player: string, roles: Roles): boolean {
  return !member(player) || Object.keys(changesTo(player, roles)).length > 0
}

/** Returns the event of a player joining with these roles. */
export function joinEvent(
  { subject, shown }: Admission,
  actor: PlayerReference,
  roles: Roles,
  admin?: true,
): MemberJoined {
  return {
    event: 'join',
    actor,
    ...operatorMark(admin),
    ...naming(subject),
    roles: shown(roles),
    ...memberEffects(actor, roles),
  }
}

/** Returns the event of a player leaving, or of an operator removing the player. */
export function leaveEvent({ subject }: Admission, actor: PlayerReference, admin?: true): MemberLeft {
  return { event: 'leave', actor, ...operatorMark(admin), ...naming(subject), ...memberEffects(actor, null) }
}

/** Returns the event of a player removing another. */
export function kickEvent({ subject }: Admission, actor: PlayerReference, player: PlayerReference): MemberKicked {
  return { event: 'kick', actor, player, ...naming(subject), ...memberEffects(player, null) }
}

/** Returns the event of a player's roles changing, by the player or an operator. */
export function rolesChangedEvent(
  { subject, changesTo }: Admission,
  actor: PlayerReference,
  roles: Roles,
  admin?: true,
): RolesChanged {
  return {
    event: 'role:change',
    actor,
    ...operatorMark(admin),
    ...naming(subject),
    changes: changesTo(actor.id, roles),
    ...memberEffects(actor, roles),
  }
}

/** Returns the event of a player changing another's roles. */
export function rolesAssignedEvent(
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
    ...memberEffects(player, roles),
  }
}

/** Returns the event that gives ownership and these roles to a player. `actor` is undefined if an operator does it. */
export function transferEvent(
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
