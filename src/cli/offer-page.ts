import { spawn } from 'node:child_process'
import type { Io } from '../terminal/io.ts'
import type { Shell } from '../terminal/shell.ts'

/** The time in which an opener fails; one that still runs after it has opened the page. */
const PATIENCE_MS = 3_000

/** Opens a page in the browser of the desktop, where people see the output, and says whether that worked. */
export async function offerPage(url: string, shell: Shell): Promise<void> {
  const { io, options } = shell
  if (options.json || !io.stdout.isTerminal) return
  const isOpened = await openPage(url, io)
  shell.note(isOpened ? 'opened the page in your browser' : 'could not open a browser; open this address yourself')
}

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
