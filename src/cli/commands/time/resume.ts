import { defineCommand } from '../../command.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time resume`: lets the game clock run again from the time that it shows. Spec 6.2. */
export const resume = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify time resume'],
  run: (_, shell) => changeClock(shell, { frozen: false }),
})
