import type { Emulator } from '../../src/emulator/emulator.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import type { AccessSetting } from '../../src/game/kernel/game-info.ts'
import { requested } from '../support/request-events.ts'
import { happening, processMade, teamMade } from '../support/subject-events.ts'
import { contractDesign } from './game-design.ts'

/** One in each access, by what its id tells: `neo/open`, `open-guild`. */
const accesses: readonly (readonly [name: string, access: AccessSetting])[] = [
  ['open', 'PUBLIC'],
  ['ask', 'PROTECTED'],
  ['secret', 'PRIVATE'],
]

const performers = {
  neo: { guest: 'player' },
  trinity: { guest: 'player' },
  morpheus: { guide: 'observer' },
} as const
const guildsmen = { neo: ['leader'], morpheus: ['officer'], trinity: ['member'] }
const smiths = { smith: ['member'] }
const friends = { neo: ['friend'], trinity: ['friend'] }

/**
 * What players are in together. In each access there is a tour of neo's (`neo/open`, `neo/ask`, `neo/secret`), where neo and
 * trinity play in the lane of guests and morpheus watches in that of guides, and a guild of neo's (`open-guild`, `ask-guild`,
 * `secret-guild`), where neo is leader, morpheus an officer and trinity a member; smith, who is disabled, is in the open
 * ones. `locked-guild` is locked like no other, and `elders` is a council without an owner, where trinity is. `neo/chore`
 * is neo's errand, and `neo-club` neo's club, which has no room beside trinity. Oracle is in nothing, but has asked to come
 * into `neo/wanted` and `wanted-guild`, which are PROTECTED and where trinity waits for another role.
 */
export async function setUpTogether(emulator: Emulator): Promise<void> {
  const events = together(compileDesign(contractDesign) as Design)
  await emulator.runtime('staging').execute(happening, { events }, { client: 'test' })
}

function together(design: Design): readonly GameEvent[] {
  const guild = { definition: 'guild', owner: 'neo', members: guildsmen }
  return [
    ...accesses.flatMap(([name, access]) => {
      const watched = { ...performers, ...(name === 'open' ? { smith: { guest: 'player' } as const } : {}) }
      const members = { ...guildsmen, ...(name === 'open' ? smiths : {}) }
      return [
        processMade(design, { id: `neo/${name}`, definition: 'tour', access, owner: 'neo', members: watched }),
        teamMade({ ...guild, id: `${name}-guild`, access, members }),
      ]
    }),
    teamMade({ ...guild, id: 'locked-guild' }),
    { event: 'team:locked', team: { id: 'locked-guild', name: 'locked-guild' } } as GameEvent,
    teamMade({ id: 'elders', definition: 'council', access: 'PRIVATE', owner: null, members: { trinity: ['elder'] } }),
    processMade(design, {
      id: 'neo/chore',
      definition: 'errand',
      owner: 'neo',
      members: { neo: { '~': 'player' } },
    }),
    teamMade({ id: 'neo-club', definition: 'club', owner: 'neo', members: friends }),
    processMade(design, {
      id: 'neo/wanted',
      definition: 'tour',
      access: 'PROTECTED',
      owner: 'neo',
      members: performers,
    }),
    teamMade({ ...guild, id: 'wanted-guild', access: 'PROTECTED' }),
    requested({ kind: 'process', id: 'neo/wanted' }, 'join:request', 'oracle', { guest: 'player' }),
    requested({ kind: 'process', id: 'neo/wanted' }, 'role:request', 'trinity', { guide: 'player' }),
    requested({ kind: 'team', id: 'wanted-guild' }, 'join:request', 'oracle', { member: true }),
    requested({ kind: 'team', id: 'wanted-guild' }, 'role:request', 'trinity', { officer: true }),
  ]
}
