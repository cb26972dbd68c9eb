import type { Emulator } from '../../src/emulator/emulator.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import type { Subject } from '../../src/game/members/subject.ts'
import { invited, pend, requested } from '../support/request-events.ts'
import { happening, processMade, teamMade } from '../support/subject-events.ts'
import { contractDesign } from './game-design.ts'

const asked: Subject = { kind: 'process', id: 'neo/asked' }
const guild: Subject = { kind: 'team', id: 'asked-guild' }
const locked: Subject = { kind: 'team', id: 'asked-locked' }
const full: Subject = { kind: 'team', id: 'asked-full' }
const guildsmen = { neo: ['leader'], morpheus: ['officer'], trinity: ['member'] }

/**
 * What is pending, and what of it stands against a role that the design has not (`lost`), a locked team or a full one: by
 * names that tell who got or asked, and where.
 */
const pending = {
  oracleIntoTour: invited(asked, 'neo', 'oracle', { guide: 'player' }),
  morpheusIntoTourLost: invited(asked, 'neo', 'morpheus', { gone: 'player' }),
  oracleAsksTour: requested(asked, 'join:request', 'oracle', { guide: 'player' }),
  smithAsksTourLost: requested(asked, 'join:request', 'smith', { gone: 'player' }),
  oracleIntoGuild: invited(guild, 'neo', 'oracle', { member: true }),
  oracleAsksGuild: requested(guild, 'join:request', 'oracle', { member: true }),
  smithAsksGuildLost: requested(guild, 'join:request', 'smith', { gone: true }),
  trinityAsksToLead: requested(guild, 'role:request', 'trinity', { leader: true }),
  oracleIntoLocked: invited(locked, 'neo', 'oracle', { member: true }),
  oracleAsksLocked: requested(locked, 'join:request', 'oracle', { member: true }),
  oracleIntoFull: invited(full, 'neo', 'oracle', { friend: true }),
  oracleAsksFull: requested(full, 'join:request', 'oracle', { friend: true }),
}

/** The id of each thing that is pending. */
export type RequestFacts = Readonly<Record<keyof typeof pending, string>>

/** No ids, of a game where nothing is pending. */
export const noRequestFacts = Object.fromEntries(Object.keys(pending).map((name) => [name, ''])) as RequestFacts

/**
 * What is asked for, about things of their own that are neo's: the PROTECTED tour `neo/asked`, in which trinity is too, two
 * guilds with morpheus as an officer and trinity as a member, `asked-guild` and `asked-locked`, and a club, `asked-full`, with
 * trinity and no room for more.
 */
export async function setUpRequests(emulator: Emulator): Promise<RequestFacts> {
  const design = compileDesign(contractDesign) as Design
  const runtime = emulator.runtime('staging')
  const performers = { neo: { guest: 'player' }, trinity: { guest: 'player' } } as const
  const made = { access: 'PROTECTED', owner: 'neo' } as const
  const friends = { neo: ['friend'], trinity: ['friend'] }
  const events: readonly GameEvent[] = [
    processMade(design, { ...made, id: asked.id, definition: 'tour', members: performers }),
    teamMade({ ...made, id: guild.id, definition: 'guild', members: guildsmen }),
    teamMade({ ...made, id: full.id, definition: 'club', members: friends }),
    teamMade({ ...made, id: locked.id, definition: 'guild', members: guildsmen }),
    { event: 'team:locked', team: { id: locked.id, name: locked.id } } as GameEvent,
  ]
  await runtime.execute(happening, { events }, { client: 'test' })
  const ids = await pend(runtime, Object.values(pending))
  return Object.fromEntries(Object.keys(pending).map((name, i) => [name, ids[i] ?? ''])) as RequestFacts
}
