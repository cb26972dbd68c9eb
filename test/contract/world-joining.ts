import type { Emulator } from '../../src/emulator/emulator.ts'
import type { JoiningEvent } from '../../src/game/joining/shapes.ts'
import { happening } from '../support/subject-events.ts'

/** What is pending between the game and those who are no players yet. */
export interface JoiningFacts {
  /** The id of tank's request to join. */
  readonly tankAsks: string
}

/** Tank asks to join, and oracle@example.com is invited. */
export async function setUpJoining(emulator: Emulator): Promise<JoiningFacts> {
  const runtime = emulator.runtime('staging')
  const events: readonly JoiningEvent[] = [
    { event: 'game:request', alias: 'Tank', email: 'tank@example.com' },
    { event: 'game:invite', email: 'oracle@example.com' },
  ]
  await runtime.execute(happening, { events }, { client: 'test' })
  return { tankAsks: [...runtime.state.joining.requests.keys()].at(-1) ?? '' }
}
