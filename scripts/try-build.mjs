// Runs a build once, including what it loads on demand, which can differ from the sources.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Requests to a running program. Each makes it load something that nothing before it did. */
const LATE = [
  '/_gamify/health',
  '/_gamify/openapi.json',
  '/_gamify/docs',
  '/_gamify/studio',
  '/auth?client_id=nobody',
  '/auth/picture',
  '/v1/notifications/stream/?EIO=4&transport=polling',
  '/%2e/odd',
]

const LONGEST_START_MS = 30_000

/**
 * Serves a game in memory with a build, and requests what it loads on demand. Throws its output if it does not start,
 * answers with a defect, or does not end normally.
 * @param {readonly string[]} command the program: a file, or Node and the first file of the bundle
 * @param {NodeJS.ProcessEnv} env
 */
export async function tryBuild([file = '', ...before], env = process.env) {
  const program = spawn(file, [...before, 'serve', '--memory', '--port', '0', '--no-watch', '--print-env'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(program, 'close')
  program.stderr.on('data', (chunk) => (output += chunk))
  try {
    const url = await addressOf(program, () => output)
    for (const path of LATE) {
      const { status } = await fetch(url + path)
      if (status >= 500) throw new Error(`${path} answered ${status}`)
    }
    program.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new Error(`it exited with ${code}`)
  } catch (error) {
    throw new Error(`The build does not work: ${String(error)}\n${output}`, { cause: error })
  } finally {
    program.kill('SIGKILL')
  }
}

/**
 * Resolves to the address of a program once it prints it.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 * import('node:stream').Readable>} program
 * @param {() => string} output
 * @returns {Promise<string>}
 */
function addressOf(program, output) {
  return new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error('it does not start')), LONGEST_START_MS)
    program.stdout.on('data', (chunk) => {
      text += chunk
      const url = /GAMIFY_URL=['"]?(http[^'"\s]+)/.exec(text)?.[1]
      if (url === undefined) return
      clearTimeout(late)
      resolve(url)
    })
    program.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`it exited with ${code} before it served: ${output().slice(0, 500)}`))
    })
  })
}
