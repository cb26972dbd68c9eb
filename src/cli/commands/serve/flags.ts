import { MAX_PORT } from '../../../interface/addresses.ts'
import { dialects } from '../../../interface/dialect.ts'
import { choice, filled, flag, integer, text, texts } from '../../option.ts'

/** The flags that `serve` and `exec` have in common. Spec 6.3. */
export const serveFlags = {
  port: integer('--port <n>', 'The port to listen on; 0 picks a free one (PORT; default: 4040)', 0, MAX_PORT),
  host: text('--host <name>', 'The address to listen on (default: 127.0.0.1)'),
  data: text('--data <dir>', 'The data directory (GAMIFY_DATA; default: .gamify)', 'directory'),
  memory: flag('--memory', 'Keep everything in memory, and write nothing to disk'),
  design: text('--design <dir>', 'The design directory (default: design)', 'directory'),
  noWatch: flag('--no-watch', 'Do not watch the design directory'),
  poll: flag('--poll', 'Poll for file changes, for mounts that do not report them'),
  writeBack: flag('--write-back', 'Write design changes made through routes to the files'),
  seeds: texts('--seed <files...>', 'Apply these seed files at the start', 'file'),
  now: text('--now <time>', 'The game time to start at'),
  freeze: flag('--freeze', 'Start with a frozen clock'),
  randomSeed: filled(text('--random-seed <text>', "The seed for random draws from now on (default: the game's id)")),
  noAuth: flag('--no-auth', 'Accept calls without a token, with all scopes of the staging client'),
  noStudio: flag('--no-studio', 'Do not serve the studio'),
  allowedHosts: texts('--allow-host <name>', 'Also accept this host name, such as the name of a container'),
  https: flag('--https', 'Serve over HTTPS, with a generated certificate unless you pass --cert'),
  cert: text('--cert <file>', 'The certificate chain for --https (PEM)', 'file'),
  key: text('--key <file>', 'The private key of --cert (PEM)', 'file'),
  dialect: choice(
    '--dialect <name>',
    'Answer as documented, or as recorded from the hosted service (default: documented)',
    dialects,
  ),
  keep: text('--keep <duration>', 'How long to keep history, such as 30d (default: forever)'),
  durability: choice(
    '--durability <mode>',
    'When to sync the journal: once for all waiting calls, once per call, or not at all (default: batch)',
    ['batch', 'always', 'off'],
  ),
  log: choice(
    '--log <form>',
    'What to log on stderr: requests as text or JSON, what happens in the game, or nothing (default: pretty)',
    ['pretty', 'json', 'events', 'silent'],
  ),
  printEnv: flag('--print-env', 'Print GAMIFY_URL=... and the other GAMIFY_* variables on stdout'),
}
