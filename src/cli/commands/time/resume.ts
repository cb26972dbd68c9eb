import { defineCommand } from '../../command.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time resume`: game time runs on from where it stands. Spec 6.2. */
export const resume = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify time resume'],
  run: (_, shell) => changeClock(shell, { frozen: false }),
})
