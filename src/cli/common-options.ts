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
