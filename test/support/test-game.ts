import type { GameInfo } from '../../src/game/kernel/game-info.ts'

/** A game under test, as its gamify.json would have it. */
export function testGame(id: string): Omit<GameInfo, 'created'> {
  return {
    id,
    title: id,
    description: '',
    type: 'game',
    listed: false,
    access: 'PUBLIC',
    timezone: 'UTC',
    image: 'default-game',
  }
}
