// `npm run record`: serves a new game, types the lines of scripts/recording/lines.ts in a terminal of the program
// `script`, and writes the result as docs/recording.svg.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordedLines, recordedNow } from './recording/lines.ts'
import { styledLines } from './recording/styled-text.ts'
import { sessionSvg } from './recording/svg.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'bin/gamify.js')
const directory = mkdtempSync(join(tmpdir(), 'gamify-recording-'))
// The directory sets the id of the game, which must be the one of the test that compares the recording.
const project = join(directory, 'starter')

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
try {
  spawnSync(process.execPath, [program, 'init', 'starter', '--quiet'], { cwd: directory })
  const url = await serve()
  const exchanges = recordedLines.map((typed) => ({ typed, answered: styledLines(atTerminal(typed, url)) }))
  writeFileSync(join(root, 'docs/recording.svg'), sessionSvg(exchanges))
  console.log(`${recordedLines.length} lines in docs/recording.svg`)
} finally {
  server?.kill('SIGTERM')
  rmSync(directory, { recursive: true, maxRetries: 5 })
}

/**
 * Serves the project, and resolves to the address when it answers there.
 * @returns {Promise<string>}
 */
function serve() {
  const args = ['serve', '--memory', '--port', '0', '--now', recordedNow, '--freeze', '--log', 'silent', '--print-env']
  const serving = spawn(process.execPath, [program, ...args], { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] })
  server = serving
  return new Promise((resolve, reject) => {
    let said = ''
    serving.stdout.on('data', (/** @type {Buffer} */ part) => {
      said += part.toString()
      const url = /^GAMIFY_URL=(\S+)$/m.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
    serving.on('close', (code) => reject(new Error(`gamify serve exited with ${code}`)))
  })
}

/**
 * Returns what the program writes to a terminal for a line, including colours.
 * @param {string} line
 * @param {string} url
 */
function atTerminal(line, url) {
  const command = line.replace(/^gamify/, `'${process.execPath}' '${program}'`)
  const env = { ...process.env, GAMIFY_URL: url, TERM: 'xterm-256color', NO_COLOR: undefined }
  const { error, stdout } = spawnSync('script', ['-qec', `stty cols 92 rows 40; ${command}`, '/dev/null'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  if (error) throw new Error(`recording needs the program 'script' of util-linux: ${error.message}`)
  return stdout
}
