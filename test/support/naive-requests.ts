import type { Subject } from '../../src/game/members/subject.ts'

/**
 * The tables of documents 1 and 4.10 about invitations and requests, as plainly as they can be written down: lists that are
 * searched, and two kinds that are told apart wherever they differ. Teams have two roles, `member`, who may leave, and `leader`, who may
 * do everything; processes have the lanes `guest` and `guide`.
 */

export type NaiveRoles = Readonly<Record<string, string | boolean>>

/** Something pending. */
export interface NaiveRequest {
  readonly id: string
  readonly event: 'invite' | 'join:request' | 'role:request'
  readonly subject: string
  readonly actor: string
  /** Who would come in, or have other roles. */
  readonly candidate: string
  readonly roles: NaiveRoles
}

interface NaiveSubject {
  readonly kind: Subject['kind']
  readonly access: 'PUBLIC' | 'PROTECTED'
  owner: string | null
  locked: boolean
  /** Roles by player. */
  readonly members: Map<string, NaiveRoles>
}

/** Members that a team has room for. */
export const ROOM = 2

/** What something came to: a fault's code, or what else it made pending. */
export type Came = { readonly fault: string } | { readonly made?: Omit<NaiveRequest, 'id'> }

const refused = (fault: string): Came => ({ fault })
const done: Came = {}

/** Roles after those asked for are granted. */
function after(before: NaiveRoles, asked: NaiveRoles): NaiveRoles {
  return Object.fromEntries(Object.entries({ ...before, ...asked }).filter(([, role]) => role !== false))
}

export class NaiveRequests {
  readonly subjects = new Map<string, NaiveSubject>()
  pending: NaiveRequest[] = []

  make(id: string, kind: Subject['kind'], access: NaiveSubject['access'], owner: string): void {
    const roles = kind === 'team' ? { leader: true } : { guest: 'player', guide: 'player' }
    this.subjects.set(id, { kind, access, owner, locked: false, members: new Map([[owner, roles]]) })
  }

  /** Whether a player may give a role to one who has some: owners all, and of a team leaders what is not above theirs. */
  #mayGive(subject: NaiveSubject, player: string, candidate: string, asked: NaiveRoles): boolean {
    if (player === subject.owner) return true
    if (subject.kind === 'process' || !subject.members.get(player)?.['leader']) return false
    const had = subject.members.get(candidate) ?? {}
    return Object.keys(asked).every((role) => !asked[role] || had[role] || role === 'leader' || !had['leader'])
  }

  #maySee(subject: NaiveSubject, player: string): boolean {
    return this.#mayGive(subject, player, '', {})
  }

  /** Why a player cannot have roles added. */
  #hindrance(subject: NaiveSubject, player: string, asked: NaiveRoles): string | undefined {
    if (subject.locked) return 'team_locked'
    const before = subject.members.get(player)
    if (Object.keys(after(before ?? {}, asked)).length === 0) return 'role_required'
    if (!before && subject.kind === 'team' && subject.members.size >= ROOM) return 'forbidden'
    return undefined
  }

  #gets(id: string, player: string, asked: NaiveRoles): void {
    const subject = this.subjects.get(id)
    if (!subject) return
    const before = subject.members.get(player)
    subject.members.set(player, after(before ?? {}, asked))
    if (!before) this.#cancel((each) => each.subject === id && each.candidate === player)
  }

  #cancel(which: (request: NaiveRequest) => boolean): void {
    this.pending = this.pending.filter((each) => !which(each))
  }

  #isPending(id: string, player: string, isInvite: boolean): boolean {
    return this.pending.some(
      (each) => each.subject === id && each.candidate === player && (each.event === 'invite') === isInvite,
    )
  }

  invite(id: string, player: string, candidate: string, asked: NaiveRoles): Came {
    const subject = this.subjects.get(id)
    if (!subject) return refused('unknown')
    if (!this.#maySee(subject, player)) return refused('access_denied')
    if (subject.locked) return refused('team_locked')
    if (subject.members.has(candidate)) return refused(subject.kind === 'team' ? 'member_exists' : 'performer_exists')
    if (this.#isPending(id, candidate, true)) return refused('already_invited')
    return { made: { event: 'invite', subject: id, actor: player, candidate, roles: asked } }
  }

  join(id: string, player: string, asked: NaiveRoles): Came {
    const subject = this.subjects.get(id)
    if (!subject) return refused('unknown')
    if (subject.locked) return refused('team_locked')
    if (subject.members.has(player)) return refused('player_exists')
    const hindrance = this.#hindrance(subject, player, asked)
    if (hindrance !== undefined) return refused(hindrance)
    if (subject.access === 'PUBLIC') {
      this.#gets(id, player, asked)
      return done
    }
    if (this.#isPending(id, player, false)) return refused('already_requested')
    return { made: { event: 'join:request', subject: id, actor: player, candidate: player, roles: asked } }
  }

  askRoles(id: string, player: string, asked: NaiveRoles): Came {
    const subject = this.subjects.get(id)
    const before = subject?.members.get(player)
    if (!subject) return refused('unknown')
    if (!before) return refused(subject.kind === 'team' ? 'member_not_found' : 'access_denied')
    const hindrance = this.#hindrance(subject, player, asked)
    if (hindrance !== undefined) return refused(hindrance)
    const changes = Object.keys({ ...before, ...asked }).filter((role) => after(before, asked)[role] !== before[role])
    const isFree =
      (subject.kind === 'process' && subject.access === 'PUBLIC') ||
      player === subject.owner ||
      changes.length === 0 ||
      (subject.kind === 'team' && changes.every((role) => !asked[role] || (role === 'member' && before['leader'])))
    if (isFree) {
      this.#gets(id, player, asked)
      return done
    }
    if (this.#isPending(id, player, false)) return refused('already_requested')
    return { made: { event: 'role:request', subject: id, actor: player, candidate: player, roles: asked } }
  }

  accept(request: string, player: string): Came {
    const found = this.pending.find(
      ({ id, event, candidate }) => id === request && event === 'invite' && candidate === player,
    )
    const subject = found && this.subjects.get(found.subject)
    if (!found || !subject) return refused('invalid_invite')
    const hindrance = this.#hindrance(subject, player, found.roles)
    if (hindrance !== undefined) return refused(hindrance)
    this.#gets(found.subject, player, found.roles)
    return done
  }

  reject(request: string, player: string): Came {
    const found = this.pending.find(
      ({ id, event, candidate }) => id === request && event === 'invite' && candidate === player,
    )
    if (!found) return refused('invalid_invite')
    this.#cancel(({ id }) => id === request)
    return done
  }

  cancel(id: string, request: string, player: string): Came {
    if (!this.subjects.has(id)) return refused('unknown')
    const found = this.pending.find((each) => each.id === request && each.event === 'invite')
    if (found?.subject !== id || found.actor !== player) return refused('invalid_invite')
    this.#cancel((each) => each === found)
    return done
  }

  approve(id: string, request: string, player: string): Came {
    const heard = this.#hear(id, request, player)
    if (heard.fault !== undefined) return refused(heard.fault)
    const { subject, found } = heard
    const hindrance = this.#hindrance(subject, found.candidate, found.roles)
    if (hindrance !== undefined) return refused(hindrance)
    this.#gets(id, found.candidate, found.roles)
    this.#cancel((each) => each === found)
    return done
  }

  decline(id: string, request: string, player: string): Came {
    const heard = this.#hear(id, request, player)
    if (heard.fault !== undefined) return refused(heard.fault)
    this.#cancel((each) => each === heard.found)
    return done
  }

  #hear(id: string, request: string, player: string) {
    const subject = this.subjects.get(id)
    if (!subject) return { fault: 'unknown' }
    if (!this.#maySee(subject, player)) return { fault: 'access_denied' }
    const found = this.pending.find((each) => each.id === request && each.event !== 'invite' && each.subject === id)
    if (!found) return { fault: 'invalid_approval_request' }
    // Nobody answers a request of their own, though they may have become the owner since.
    if (found.actor === player || !this.#mayGive(subject, player, found.candidate, found.roles))
      return { fault: 'access_denied' }
    return { subject, found }
  }

  leave(id: string, player: string): Came {
    const subject = this.subjects.get(id)
    if (!subject) return refused('unknown')
    if (!subject.members.has(player))
      return refused(subject.kind === 'team' ? 'member_not_found' : 'performer_not_found')
    if (player === subject.owner) return refused('forbidden')
    if (subject.locked) return refused('team_locked')
    subject.members.delete(player)
    this.#cancel((each) => each.subject === id && each.candidate === player)
    return done
  }

  deleteSubject(id: string): void {
    this.subjects.delete(id)
    this.#cancel(({ subject }) => subject === id)
  }

  deletePlayer(player: string): void {
    for (const [id, subject] of this.subjects) {
      if (subject.owner === player && subject.kind === 'process') this.deleteSubject(id)
      else if (subject.owner === player) subject.owner = null
      subject.members.delete(player)
    }
    this.#cancel(({ actor, candidate }) => actor === player || candidate === player)
  }

  /** What a list has: of a player what was got or asked for, of a subject what a player sent, or may hear; undefined where that is refused. */
  got = (player: string) => this.pending.filter(({ event, candidate }) => event === 'invite' && candidate === player)
  asked = (player: string) => this.pending.filter(({ event, actor }) => event !== 'invite' && actor === player)
  sent = (id: string, player: string) =>
    this.subjects.has(id)
      ? this.pending.filter((each) => each.event === 'invite' && each.actor === player && each.subject === id)
      : undefined
  heard = (id: string, player: string) => {
    const subject = this.subjects.get(id)
    if (!subject || !this.#maySee(subject, player)) return undefined
    return this.pending.filter(({ event, subject: about }) => event !== 'invite' && about === id)
  }
}
