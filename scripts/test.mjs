// `npm test`: runs and reports every check and every test, even after a failure. Arguments after `--` go to vitest.
// With TEST_REPORT=FILE in the environment, the counts are also written there as JSON: { passed, failed }.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ name: string, code: number | null, output: string }} Part */
/** @typedef {{ passed: number, failed: number }} Counts */

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? '') }

const checks = await Promise.all([
  check('types', 'tsc', '-p', 'tsconfig.json'),
  check('types of the game alone', 'tsc', '-p', 'tsconfig.game.json'),
  check('types of the pages', 'tsc', '-p', 'src/lab/page/browser/tsconfig.json'),
  check('types of the studio', 'tsc', '-p', 'src/studio/tsconfig.json'),
  check('lint', 'oxlint'),
  check('format', 'oxfmt', '--check'),
  check('import directions', 'node', 'scripts/check-directions.mjs'),
  check('words', 'node', 'scripts/check-words.mjs'),
  check('unused exports and packages', 'knip'),
  check('bundle', 'node', 'scripts/build.mjs', '--check'),
])
const tests = await runTests()
const broken = checks.filter(({ code }) => code !== 0)
for (const { name, output } of broken) console.log(`\n--- ${name} ---\n${output.trimEnd()}`)

const counts = { passed: checks.length - broken.length + tests.passed, failed: broken.length + tests.failed }
const failures = [...broken.map(({ name }) => name), ...(tests.failed > 0 ? [`${tests.failed} of the tests`] : [])]
console.log(failures.length === 0 ? '\nAll is well.' : `\nFailed: ${failures.join(', ')}`)
if (process.env['TEST_REPORT'] !== undefined) writeFileSync(process.env['TEST_REPORT'], JSON.stringify(counts))
process.exitCode = failures.length === 0 ? 0 : 1

/**
 * Runs a check and reports the result on one line. The output is returned instead of printed.
 * @param {string} name
 * @param {string} command
 * @param {...string} args
 * @returns {Promise<Part>}
 */
async function check(name, command, ...args) {
  const start = performance.now()
  const { code, output } = await run(command, args, 'pipe')
  report(code === 0, name, start)
  return { name, code, output }
}

/**
 * Runs vitest with its output visible, and counts the tests of its report.
 * @returns {Promise<Counts>}
 */
async function runTests() {
  const start = performance.now()
  const directory = mkdtempSync(join(tmpdir(), 'gamify-test-'))
  const file = join(directory, 'report.json')
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...process.argv.slice(2)]
    const { code } = await run('vitest', args, 'inherit')
    const counts = count(file, code)
    report(counts.failed === 0, 'tests', start)
    return counts
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Counts a file that fails before its first test as one failed test. The same holds for a failed run without a failed
 * test (an error outside of the tests), and for a run without tests.
 * @param {string} file vitest's report
 * @param {number | null} code vitest's exit code
 * @returns {Counts}
 */
function count(file, code) {
  const report = readReport(file)
  if (report === undefined) return { passed: 0, failed: 1 }
  const empty = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + empty.length
  const passed = report.numPassedTests
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
}

/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile
 * @param {string} file
 * @returns {{ numPassedTests: number, numFailedTests: number, testResults: TestFile[] } | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs a program, and resolves to its exit code and output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {'pipe' | 'inherit'} out
 * @returns {Promise<{ code: number | null, output: string }>} the code is null if a signal ended it, or if it did not
 * start
 */
function run(command, args, out) {
  const shell = process.platform === 'win32'
  const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', out, out] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: null, output: message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/**
 * @param {boolean} good
 * @param {string} name
 * @param {number} start a time of performance.now()
 */
function report(good, name, start) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${good ? 'ok    ' : 'FAILED'}  ${name.padEnd(28)} ${seconds.padStart(6)} s`)
}
