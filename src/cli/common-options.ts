import { choice, flag, text } from './option.ts'

/** The flags of every command. Spec 6.2. */
export const commonOptions = {
  json: flag('--json', "Print the service's JSON and nothing else"),
  quiet: flag('-q, --quiet', 'Print only the result'),
  colourless: flag('--no-color', 'Print without colours'),
  verbose: flag('--verbose', 'Show stack traces'),
  config: text('--config <file>', 'Use this gamify.json instead of the nearest one', 'file'),
  url: text('--url <url>', 'The address of the emulator (GAMIFY_URL)'),
  runtime: choice('--runtime <name>', 'The runtime to use', ['staging', 'production']),
  as: text('--as <player>', 'The player to act as (GAMIFY_PLAYER)', 'player'),
}

/** What the flags of every command were; an empty text is as if it were not given. */
export interface CommonOptions {
  readonly json: boolean
  readonly quiet: boolean
  readonly colourless: boolean
  readonly verbose: boolean
  readonly config: string | undefined
  readonly url: string | undefined
  readonly runtime: 'staging' | 'production' | undefined
  readonly as: string | undefined
}
