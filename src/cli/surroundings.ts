import { exitCode } from '../terminal/exit-code.ts'
import { inColumns } from '../terminal/render/columns.ts'

/** What a command line meets besides its flags: the variables that it reads, and what it ends with. Spec 6.1, 6.2. */
export const surroundings = [
  'Environment variables (a flag overrides them, and they override gamify.json):',
  ...inColumns([
    ['GAMIFY_URL', 'The address of the emulator'],
    ['GAMIFY_CLIENT_ID', 'The API client to call as'],
    ['GAMIFY_CLIENT_SECRET', 'Its secret. For serve: the secret of the development clients'],
    ['GAMIFY_PLAYER', 'The player to act as'],
    ['GAMIFY_DATA', 'The data directory of serve'],
    ['PORT', 'The port that serve listens on, and that other commands call by default'],
  ]),
  '',
  'Exit codes:',
  ...inColumns([
    [String(exitCode.ok), 'done'],
    [String(exitCode.refused), 'the service refused a call, or an expectation failed'],
    [String(exitCode.usage), 'wrong usage or configuration'],
    [String(exitCode.unreachable), 'no emulator is reachable'],
    [String(exitCode.interrupted), 'interrupted'],
  ]),
].join('\n')
