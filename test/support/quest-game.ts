import { createPlayer } from '../../src/game/players/administration.ts'
import { storedProcess, type Process } from '../../src/game/processes/state.ts'
import { playTrigger } from '../../src/game/processes/trigger-play.ts'
import { listTriggers } from '../../src/game/processes/triggers.ts'
import { designOf, point, set, state } from './design-parts.ts'
import { given, type Given } from './given.ts'
import { happening, processMade } from './subject-events.ts'

/** A game with the process `neo/quest` in it, which neo and trinity perform; smith is in the game and not in the process. */

export const questMetrics = [
  point('xp'),
  point('gold'),
  set('badges', ['Fan', 'Pro']),
  state('rank', 'Low', 'High'),
] as const

/** A design with the process `p` of these parts, and more where it is named. */
export const questDesign = (parts: object, more: object = {}) =>
  designOf({ metrics: questMetrics, processes: [{ id: 'p', name: 'Quest', ...parts }], ...more })

type Performers = NonNullable<Parameters<typeof processMade>[1]['members']>

/** The only lane of a process without lanes, to be played in. */
export const everywhere = { '~': 'player' } as const

/** The game, at the beginning of the process. */
export function questGame(
  parts: object,
  more: object = {},
  performers: Performers = { neo: everywhere, trinity: everywhere },
): Given {
  const game = given(questDesign(parts, more))
    .after(createPlayer, { id: 'trinity' })
    .after(createPlayer, { id: 'smith' })
  return started(game, 'neo/quest', performers)
}

/** Starts one process more of the definition `p`. */
export function started(game: Given, id: string, members: Performers): Given {
  return game.after(happening, {
    events: [processMade(game.run.design, { id, definition: 'p', owner: 'neo', members })],
  })
}

/** What `playTrigger` is given to play a trigger of the quest. */
export const play = (trigger: string, as = 'neo') => ({ process: 'neo/quest', trigger, as })

/** Plays triggers one after the other: `a` by neo, `a by trinity`. */
export function plays(game: Given, ...triggers: readonly string[]): Given {
  return triggers.reduce((now, trigger) => {
    const [name = '', as] = trigger.split(' by ')
    return now.after(playTrigger, play(name, as))
  }, game)
}

/** The record of the quest. */
export function questOf({ run }: Given): Process {
  const found = storedProcess(run.state, 'neo/quest')
  if (!found) throw new Error('the quest is gone')
  return found
}

/** The ids of the triggers that neo may see. */
export function triggersOf(game: Given): string[] {
  return game.when(listTriggers, { process: 'neo/quest' }).result.map(({ trigger }) => trigger)
}

/** A reward that comes on every loop. */
export const recurring = (reward: object) => ({ ...reward, recurring: true })

/** A reward that waits for an activity. */
export const until = (resolution: string, reward: object) => ({ ...reward, resolution })
