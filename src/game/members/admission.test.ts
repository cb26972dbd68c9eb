import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { task } from '../../../test/support/process-parts.ts'
import { happening, processMade, teamMade } from '../../../test/support/subject-events.ts'
import { isFault } from '../kernel/fault.ts'
import { keyOf } from '../kernel/name-map.ts'
import { createPlayer } from '../players/administration.ts'
import { admissionTo, type Admission } from './admission.ts'
import { assignRoles, changeOwnRoles, setRoles } from './role-changes.ts'
import type { Subject } from './subject.ts'

const guild = { kind: 'team', id: 'avengers' } as const
const quest = { kind: 'process', id: 'neo/quest' } as const

const withRoles = (...roles: readonly string[]) => ({
  id: 'guild',
  name: 'Guild',
  permissions: roles.map((role) => [role, { assign: true }]),
  settings: { max_players: '3' },
})
const withLanes = (...lanes: readonly string[]) => ({
  id: 'quest',
  name: 'Quest',
  lanes: lanes.map((name) => ({ name })),
  activities: [task('go', { lane: lanes[0] })],
})
const full = designOf({ teams: [withRoles('low', 'high')], processes: [withLanes('red', 'blue')] })
const poorer = designOf({ teams: [withRoles('high')], processes: [withLanes('blue')] })
const empty = designOf({})

const refer = (id: string) => ({ id, alias: id })

/** Neo's guild and quest, where trinity is both low and high, red and blue. */
function running(): Given {
  const game = aGame(full)
  for (const id of ['neo', 'trinity', 'cypher', 'oracle']) game.after(createPlayer, { id })
  const members = { neo: ['high'], trinity: ['low', 'high'] }
  const performers = { neo: { red: 'player' }, trinity: { red: 'player', blue: 'observer' } } as const
  const events = [
    teamMade({ id: guild.id, definition: 'guild', access: 'PRIVATE', owner: 'neo', members }),
    processMade(full, { id: quest.id, definition: 'quest', access: 'PRIVATE', owner: 'neo', members: performers }),
  ]
  return game.after(happening, { events })
}

function admissionIn({ run }: Given, subject: Subject): Admission {
  const admission = admissionTo(run.state, run.design, subject)
  if (isFault(admission)) throw new Error(admission.fault)
  return admission
}

const book = (roles: object): object =>
  Object.fromEntries(Object.entries(roles).map(([name, role]) => [keyOf(name), role as unknown]))

describe('what there is not', () => {
  test.each([
    [guild, 'team_instance_not_found'],
    [quest, 'process_instance_not_found'],
  ])('is not found: %j', (subject, code) => {
    const { run } = running()
    expect(admissionTo(run.state, full, { ...subject, id: 'nope' })).toMatchObject({
      fault: code,
      facts: { id: 'nope' },
    })
    // Nor is what the design has not, which it is hidden by.
    expect(admissionTo(run.state, empty, subject)).toMatchObject({ fault: code })
    expect(admissionTo(run.state, full, subject)).toMatchObject({ owner: 'neo', access: 'PRIVATE' })
  })
})

test('a PRIVATE one shows itself to those in it', () => {
  for (const subject of [guild, quest]) {
    const { mayView } = admissionIn(running(), subject)
    expect(['neo', 'trinity', 'cypher', 'nobody'].filter(mayView)).toEqual(['neo', 'trinity'])
  }
})

describe('the roles after a change', () => {
  test('are those of before with what is asked for', () => {
    const { rolesAfter } = admissionIn(running(), quest)
    expect(rolesAfter('trinity', { red: false, blue: 'player' })).toEqual(book({ blue: 'player' }))
    expect(rolesAfter('cypher', { red: 'observer' })).toEqual(book({ red: 'observer' }))
  })

  test('are some: none left is role_required', () => {
    for (const [subject, asked] of [
      [guild, { low: false, high: false }],
      [quest, { red: false, blue: false }],
    ] as const) {
      const { rolesAfter } = admissionIn(running(), subject)
      expect(rolesAfter('trinity', asked)).toMatchObject({ fault: 'role_required', facts: { id: 'trinity' } })
      expect(rolesAfter('cypher', {})).toMatchObject({ fault: 'role_required' })
    }
  })

  test('have room, which who is in it has already', () => {
    const game = running()
    expect(admissionIn(game, guild).rolesAfter('cypher', { low: true })).toEqual(book({ low: true }))
    game.after(happening, {
      events: [
        {
          event: 'join',
          actor: refer('cypher'),
          team: { ...guild, name: '' },
          engine: { members: [{ player: 'cypher', roles: book({ low: true }) }] },
        } as never,
      ],
    })
    const { rolesAfter } = admissionIn(game, guild)
    expect(rolesAfter('oracle', { low: true })).toMatchObject({ fault: 'forbidden' })
    expect(rolesAfter('cypher', { high: true })).toEqual(book({ low: true, high: true }))
  })
})

describe('roles that the design has no more', () => {
  const cases = [
    { subject: guild, gone: 'low', left: { high: true }, shown: { high: 1 } },
    { subject: quest, gone: 'red', left: { blue: 'observer' }, shown: { blue: 'observer' } },
  ] as const

  test.each(cases)('are shown to nobody, and count for nothing: $subject.kind', ({ subject, gone, left, shown }) => {
    const admission = admissionIn(running().deploying(poorer), subject)
    expect(admission.member('trinity')?.roles).toEqual(book(left))
    expect(admission.shown(admission.member('trinity')?.roles ?? {})).toEqual(shown)
    const [name] = Object.keys(left)
    expect(admission.rolesAfter('trinity', { [String(name)]: false })).toMatchObject({ fault: 'role_required' })
    expect(admission.rolesAfter('cypher', { [gone]: 'player' })).toMatchObject({ fault: 'role_required' })
  })

  test.each(cases)('are kept through a change, and are back with the design: $subject.kind', ({ subject, gone }) => {
    const game = running().deploying(poorer)
    const roles = subject.kind === 'team' ? { high: true } : { blue: 'player' }
    game.after(setRoles, { subject, player: 'trinity', roles })
    const now = admissionIn(game.deploying(full), subject).member('trinity')?.roles
    expect(now).toEqual(book(subject.kind === 'team' ? { low: true, high: true } : { red: 'player', ...roles }))
    expect(Object.keys(now ?? {})).toContain(keyOf(gone))
  })

  test('are in no change that is told', () => {
    const game = running().deploying(poorer)
    const changed = game.when(setRoles, { subject: quest, player: 'trinity', roles: { blue: 'player' } })
    expect(changed.events).toMatchObject([{ changes: { blue: { old: 'observer', new: 'player' } } }])
    expect(Object.keys((changed.events[0] as unknown as { changes: object }).changes)).toEqual(['blue'])
  })
})

test('names that every object has are names of roles like others', () => {
  const proto = '__proto__'
  const lanes = withLanes(proto, '7', 'constructor')
  const game = aGame(designOf({ processes: [lanes] })).after(createPlayer, { id: 'neo' })
  game.after(happening, {
    events: [
      processMade(game.run.design, {
        id: quest.id,
        definition: 'quest',
        owner: 'neo',
        members: { neo: { 7: 'player' } },
      }),
    ],
  })
  const roles = JSON.parse('{ "__proto__": "observer", "constructor": "player", "7": false }') as Record<
    string,
    unknown
  >
  const changed = game.when(changeOwnRoles, { subject: quest, roles })
  expect(JSON.stringify(changed.result)).toContain('{"__proto__":"observer","constructor":"player"}')
  expect(JSON.stringify(changed.events)).toContain(
    '"changes":{"7":{"old":"player","new":null},"__proto__":{"old":null,"new":"observer"},"constructor":{"old":null,"new":"player"}}',
  )
  // What stands there already changes nothing.
  const again = JSON.parse('{ "__proto__": "observer" }') as Record<string, unknown>
  game.when(assignRoles, { subject: quest, player: 'neo', roles: again }).emits()
})
