import { text } from '../../option.ts'

/** The option that all commands for a game on several machines have. */
export const journalOption = {
  journal: text('--journal <servers>', 'The NATS servers that keep the log of the game (GAMIFY_JOURNAL)'),
}
