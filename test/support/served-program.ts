import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A project that `gamify serve` serves from a copy of its own. */
export interface ServedProgram {
  readonly url: string
  /** The directory of the copy. */
  readonly directory: string
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../bin/gamify.js', import.meta.url))

/** Serves a copy of a project with the program itself, in a process of its own, on a free port. */
export async function serveProgram(project: string, ...flags: readonly string[]): Promise<ServedProgram> {
  const parent = await mkdtemp(join(tmpdir(), 'gamify-served-'))
  const directory = join(parent, 'game')
  await cp(project, directory, { recursive: true })
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', ...flags], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  const ended = once(child, 'exit')
  const begun = (async () => {
    for await (const chunk of child.stdout) {
      text += String(chunk)
      if (text.includes('\n')) return
    }
  })()
  await begun
  const { url } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { readonly url: string }
  return {
    url,
    directory,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(parent, { recursive: true, force: true })
    },
  }
}
