import type { GameView, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault } from '../kernel/fault.ts'
import type { Steps } from '../kernel/operation.ts'
import { pageFrom, type Paged, type PageRange } from '../kernel/page.ts'
import { referToPlayer, type Player, type PlayerReference } from '../players/player.ts'
import { profileOf, type Profile } from '../players/show.ts'
import { findPlayer } from '../players/state.ts'
import { admissionTo } from './admission.ts'
import { callerIn, denied, memberIn } from './concerned.ts'
import { membersOf } from './state.ts'
import { subjectKey, type Subject } from './subject.ts'

interface ListInput extends PageRange {
  readonly subject: Subject
}

/** Lists the members of a process or team, in the order of joining. Spec 1 `GET .../performers`, `GET .../members`. */
export const listMembers: GameWalk<ListInput, Paged<PlayerReference>> = {
  kind: 'walk',
  name: 'members.list',
  walk: (state, { subject, ...range }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    return admission.mayView(player.id)
      ? pageOfMembers(state, subject, range)
      : denied(admission, player.id, 'list the members of')
  },
}

/** Lists the members of a process or team, for an operator. Spec 2. */
export const listMembersFor: GameWalk<ListInput, Paged<PlayerReference>> = {
  kind: 'walk',
  name: 'members.list-for',
  walk: (state, { subject, ...range }, { design }) => {
    const admission = admissionTo(state, design, subject)
    return isFault(admission) ? admission : pageOfMembers(state, subject, range)
  },
}

function pageOfMembers(state: GameState, subject: Subject, range: PageRange): Steps<Paged<PlayerReference>> {
  return pageFrom(playersIn(state, subject), { ...range, show: referToPlayer })
}

function* playersIn({ members, drops, players }: GameState, subject: Subject): Generator<Player | undefined> {
  for (const { player } of membersOf(members, drops, subjectKey(subject))) yield findPlayer(players, player)
}

/** Reads the profile of a member of a process or team. Spec 1 `GET .../performers/:performer_id`, 4.10. */
export const readMember: GameView<{ readonly subject: Subject; readonly player: string }, Profile> = {
  kind: 'view',
  name: 'members.read',
  view: (state, { subject, player: id }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const member = memberIn(state, admission, id)
    // Spec 4.10: for teams, reading a member answers a different fault than changing one.
    if (isFault(member)) return subject.kind === 'team' ? fault('player_not_found', { id }) : member
    return admission.mayView(player.id)
      ? profileOf(state, member, context.design)
      : denied(admission, player.id, 'list the members of')
  },
}
