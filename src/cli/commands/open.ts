import { spawn } from 'node:child_process'
import { healthOf } from '../../terminal/health.ts'
import { hint } from '../../terminal/hint.ts'
import type { Io } from '../../terminal/io.ts'
import { withService } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'

/** The time in which an opener fails; one that still runs after it has opened the page. */
const PATIENCE_MS = 3_000

/** `gamify open`: opens the documentation of the interface, which a running emulator serves. Spec 6.2. */
export const open = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify open'],
  notes: [
    'The emulator serves the page at /_gamify/docs. Without a terminal, and if no browser can be opened, the command only',
    'prints the address.',
    'With --json: { url, status }, the status as in GET /_gamify/health; no browser is opened.',
  ].join('\n'),
  async run(_, shell) {
    const { url, status } = await withService(shell, async (service) => {
      const health = await healthOf(service.client)
      return { url: `${service.url}/_gamify/docs`, status: health.status }
    })
    shell.printJson(JSON.stringify({ url, status }))
    shell.print(url)
    if (status === 'waiting')
      shell.note(`the emulator waits for a valid design; run ${hint(shell, 'design validate')} to see the problems`)
    const { io, options } = shell
    if (options.json || !io.stdout.isTerminal) return
    const isOpened = await openPage(url, io)
    shell.note(isOpened ? 'opened the page in your browser' : 'could not open a browser; open this address yourself')
  },
})

/** Opens a page in the browser of the desktop. Resolves to false if that fails. */
function openPage(url: string, { env, cwd }: Io): Promise<boolean> {
  const [command, ...args] = openerOf(process.platform)
  const child = spawn(command, [...args, url], { cwd, env, stdio: 'ignore', detached: true })
  child.unref()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const patience = setTimeout(resolve, PATIENCE_MS, true)
  child.once('error', () => resolve(false))
  child.once('exit', (code) => resolve(code === 0))
  return promise.finally(() => clearTimeout(patience))
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
