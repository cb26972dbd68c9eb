import { MAX_PORT } from '../../../game/kernel/address.ts'
import { dialects } from '../../../game/kernel/dialect.ts'
import { choice, flag, integer, text, texts } from '../../option.ts'

/** What may be told of a game that is served, by `serve` as by `exec`. Spec 6.3. */
export const serveFlags = {
  port: integer('--port <n>', 'the port to listen on; 0 for a free one (PORT; default: 4040)', 0, MAX_PORT),
  host: text('--host <name>', 'the address to listen on (default: 127.0.0.1)'),
  data: text('--data <dir>', 'where state and journal are kept (GAMIFY_DATA; default: .gamify)', 'directory'),
  memory: flag('--memory', 'keep nothing on disk, whatever --data says'),
  design: text('--design <dir>', 'the design directory (default: design)', 'directory'),
  noWatch: flag('--no-watch', 'let the game be as the design directory changes'),
  poll: flag('--poll', 'look for changes again and again, for mounts that send no events'),
  writeBack: flag('--write-back', 'write what routes change in the design into its files'),
  seeds: texts('--seed <files...>', 'bring in the players of these seed files first', 'file'),
  now: text('--now <time>', 'game time to begin at'),
  freeze: flag('--freeze', 'let game time stand still'),
  randomSeed: text('--random-seed <text>', "what luck is drawn from, from now on (default: the game's id)"),
  noAuth: flag('--no-auth', 'take calls without a token, with all rights of the staging client'),
  allowedHosts: texts('--allow-host <name>', 'another name of this machine, such as that of a container'),
  https: flag('--https', 'speak https, with a certificate by an authority in the data directory unless --cert says'),
  cert: text('--cert <file>', 'the certificate for --https, with those that lead up to its authority (PEM)', 'file'),
  key: text('--key <file>', 'its private key (PEM)', 'file'),
  dialect: choice(
    '--dialect <name>',
    'the shapes of answers where what is documented and what the hosted service sent differ (default: documented)',
    dialects,
  ),
  keep: text('--keep <duration>', 'how long history is kept, such as 30d (default: for ever)'),
  durability: choice(
    '--durability <mode>',
    'when an answer goes out: after one sync for all that wait, one each, or none',
    ['batch', 'always', 'off'],
  ),
  log: choice('--log <form>', 'what is told of requests on stderr, defects of gamify always; pretty unless told', [
    'pretty',
    'json',
    'silent',
  ]),
  printEnv: flag('--print-env', 'print GAMIFY_URL=... and what else a client needs on stdout'),
}
