import { invalidAt, type ErrorCase } from './error-case.ts'
import { byOperator, refused, type Case } from './member-case.ts'

const who = (player_id: string, requested_roles?: unknown) => ({
  player_id,
  ...(requested_roles === undefined ? {} : { requested_roles }),
})

/** Bodies of an operator that cannot be, of routes that take roles. */
const wrongBodies = (it: string): readonly Case[] => [
  { when: 'nobody is named', in: it, body: { requested_roles: {} }, answer: invalidAt('player_id') },
  { when: 'the player can be nobody', in: it, body: who('1x'), answer: invalidAt('player_id') },
  { when: 'roles are a list', in: it, body: who('oracle', []), answer: invalidAt('requested_roles') },
  { when: 'roles are a text', in: it, body: who('oracle', 'guest'), answer: invalidAt('requested_roles') },
  { when: 'roles have another name', in: it, body: { ...who('oracle'), roles: {} }, answer: invalidAt('roles') },
]

/** What can be wrong where operators take players in and out and change roles. Document 2, 4.15. */
export const memberAdminErrors: readonly ErrorCase[] = [
  ...byOperator(
    'process',
    'join',
    ...wrongBodies('neo/open'),
    { when: 'there is none', in: 'nope', body: who('oracle'), answer: refused.unknown('process') },
    { when: 'the player is unknown', in: 'neo/open', body: who('nobody'), answer: refused.noPlayer },
    { when: 'it has no such lane', in: 'neo/open', body: who('oracle', { cook: 'player' }), answer: refused.lanes },
    { when: 'there is no such role', in: 'neo/open', body: who('oracle', { guest: false }), answer: refused.role },
    { when: 'the player is in it', in: 'neo/secret', body: who('trinity'), answer: refused.exists },
  ),
  ...byOperator(
    'process',
    'leave',
    { when: 'nobody is named', in: 'neo/open', body: {}, answer: invalidAt('player_id') },
    { when: 'there is none', in: 'nope', body: who('trinity'), answer: refused.unknown('process') },
    { when: 'the player is unknown', in: 'neo/open', body: who('nobody'), answer: refused.noPlayer },
    { when: 'the player is not in it', in: 'neo/open', body: who('oracle'), answer: refused.noPerformer('oracle') },
    { when: 'the player is the owner', in: 'neo/open', body: who('neo'), answer: refused.forbidden },
  ),
  ...byOperator(
    'process',
    'roles',
    ...wrongBodies('neo/open'),
    { when: 'there is none', in: 'nope', body: who('trinity'), answer: refused.unknown('process') },
    { when: 'the player is unknown', in: 'neo/open', body: who('nobody'), answer: refused.noPlayer },
    { when: 'the player is not in it', in: 'neo/open', body: who('oracle'), answer: refused.noPerformer('oracle') },
    { when: 'it has no such lane', in: 'neo/open', body: who('trinity', { cook: 'player' }), answer: refused.lane },
    { when: 'there is no such role', in: 'neo/open', body: who('trinity', { guest: true }), answer: refused.role },
    {
      when: 'no role would be left',
      in: 'neo/open',
      body: who('trinity', { '*': false }),
      answer: refused.roleRequired,
    },
  ),
  ...byOperator(
    'process',
    'transfer',
    { when: 'there is none', in: 'nope', body: { id: 'trinity' }, answer: refused.unknown('process') },
    { when: 'no new owner is named', in: 'neo/open', body: {}, answer: invalidAt('id') },
    { when: 'the new owner is unknown', in: 'neo/open', body: { id: 'nobody' }, answer: refused.noPlayer },
    { when: 'the new owner is disabled', in: 'neo/open', body: { id: 'smith' }, answer: refused.denied },
    {
      when: 'it has no such lane',
      in: 'neo/open',
      body: { id: 'trinity', roles: { cook: 'player' } },
      answer: refused.lane,
    },
    {
      when: 'there is no such role',
      in: 'neo/open',
      body: { id: 'trinity', roles: { guest: 1 } },
      answer: refused.role,
    },
  ),
  ...byOperator(
    'team',
    'join',
    ...wrongBodies('open-guild'),
    { when: 'there is none', in: 'nope', body: who('oracle'), answer: refused.unknown('team') },
    { when: 'the player is unknown', in: 'open-guild', body: who('nobody'), answer: refused.noPlayer },
    { when: 'it has no such role', in: 'open-guild', body: who('oracle', { chair: true }), answer: refused.role },
    { when: 'no role is asked for', in: 'open-guild', body: who('oracle', { member: false }), answer: refused.role },
    { when: 'the player is in it', in: 'secret-guild', body: who('trinity'), answer: refused.exists },
    { when: 'it has no room', in: 'neo-club', body: who('oracle'), answer: refused.forbidden },
  ),
  ...byOperator(
    'team',
    'leave',
    { when: 'nobody is named', in: 'open-guild', body: {}, answer: invalidAt('player_id') },
    { when: 'there is none', in: 'nope', body: who('trinity'), answer: refused.unknown('team') },
    { when: 'the player is unknown', in: 'open-guild', body: who('nobody'), answer: refused.noPlayer },
    { when: 'the player is not in it', in: 'open-guild', body: who('oracle'), answer: refused.noMember('oracle') },
    { when: 'the player is the owner', in: 'locked-guild', body: who('neo'), answer: refused.forbidden },
  ),
  ...byOperator(
    'team',
    'roles',
    ...wrongBodies('open-guild'),
    { when: 'there is none', in: 'nope', body: who('trinity'), answer: refused.unknown('team') },
    { when: 'the player is unknown', in: 'open-guild', body: who('nobody'), answer: refused.noPlayer },
    { when: 'the player is not in it', in: 'open-guild', body: who('oracle'), answer: refused.noMember('oracle') },
    { when: 'it has no such role', in: 'open-guild', body: who('trinity', { chair: true }), answer: refused.role },
    {
      when: 'no role would be left',
      in: 'open-guild',
      body: who('trinity', { member: false }),
      answer: refused.roleRequired,
    },
  ),
  ...byOperator(
    'team',
    'transfer',
    { when: 'there is none', in: 'nope', body: { id: 'trinity' }, answer: refused.unknown('team') },
    { when: 'no new owner is named', in: 'open-guild', body: {}, answer: invalidAt('id') },
    { when: 'the new owner is unknown', in: 'elders', body: { id: 'nobody' }, answer: refused.noPlayer },
    { when: 'the new owner is disabled', in: 'elders', body: { id: 'smith' }, answer: refused.denied },
    {
      when: 'it has no such role',
      in: 'elders',
      body: { id: 'trinity', roles: { member: true } },
      answer: refused.role,
    },
    { when: 'it has no room', in: 'neo-club', body: { id: 'oracle' }, answer: refused.forbidden },
  ),
]
