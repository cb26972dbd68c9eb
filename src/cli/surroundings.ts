import { exitCode } from './exit-code.ts'
import { inColumns } from './render/columns.ts'

/** What a command line meets besides its flags: the variables that it reads, and what it ends with. Spec 6.1, 6.2. */
export const surroundings = [
  'Environment (a flag goes first, gamify.json comes after it):',
  ...inColumns([
    ['GAMIFY_URL', 'where the emulator is'],
    ['GAMIFY_CLIENT_ID', 'the API client to call as'],
    ['GAMIFY_CLIENT_SECRET', 'its secret; for serve, the secret of the development clients'],
    ['GAMIFY_PLAYER', 'the player to act as'],
    ['GAMIFY_DATA', 'where serve keeps state and journal'],
    ['PORT', 'the port of serve, and of the emulator where nothing tells its address'],
  ]),
  '',
  'Exit codes:',
  ...inColumns([
    [String(exitCode.ok), 'done'],
    [String(exitCode.refused), 'the service or an expectation said no'],
    [String(exitCode.usage), 'wrong usage or configuration'],
    [String(exitCode.unreachable), 'no emulator answers'],
    [String(exitCode.interrupted), 'interrupted'],
  ]),
].join('\n')
