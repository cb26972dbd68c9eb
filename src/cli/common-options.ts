import { choice, flag, text } from './option.ts'

/** The flags of every command. Spec 6.2. */
export const commonOptions = {
  json: flag('--json', "print the service's JSON and nothing else"),
  quiet: flag('-q, --quiet', 'print nothing but what was asked for'),
  colourless: flag('--no-color', 'print without colours'),
  verbose: flag('--verbose', 'show where in the program an error arose'),
  config: text('--config <file>', 'take this gamify.json instead of the nearest one', 'file'),
  url: text('--url <url>', 'where the emulator is (GAMIFY_URL)'),
  runtime: choice('--runtime <name>', 'the runtime to work on', ['staging', 'production']),
  as: text('--as <player>', 'the player to act as (GAMIFY_PLAYER)', 'player'),
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
