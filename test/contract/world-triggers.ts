import type { Emulator } from '../../src/emulator/emulator.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { playTrigger } from '../../src/game/processes/trigger-play.ts'
import { happening, processMade } from '../support/subject-events.ts'
import { contractDesign } from './game-design.ts'

/** What has been played: the tour `neo/played`, in which neo has waved today, and the errand `neo/done`, which is completed. */
export async function setUpTriggers(emulator: Emulator): Promise<void> {
  const design = compileDesign(contractDesign) as Design
  const runtime = emulator.runtime('staging')
  const process = { owner: 'neo', members: { neo: { guest: 'player', '~': 'player' } } } as const
  const events = [
    processMade(design, { ...process, id: 'neo/played', definition: 'tour' }),
    processMade(design, { ...process, id: 'neo/done', definition: 'errand' }),
  ]
  await runtime.execute(happening, { events }, { client: 'test' })
  for (const [id, trigger] of [
    ['neo/played', 'wave'],
    ['neo/done', 'run'],
  ] as const) {
    const input = { process: id, trigger, scopes: [], query: false }
    const played = await runtime.execute(playTrigger, input, { client: 'test', player: 'neo' })
    if (isFault(played)) throw new Error(`setting up: ${trigger} was refused: ${JSON.stringify(played)}`)
  }
}
