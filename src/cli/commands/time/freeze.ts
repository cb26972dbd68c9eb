import { defineCommand } from '../../command.ts'
import { changeClock } from './change-clock.ts'

/** `gamify time freeze`: freezes the game clock. Spec 6.2. */
export const freeze = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify time freeze'],
  run: (_, shell) => changeClock(shell, { frozen: true }),
})
