import { cruise } from 'dependency-cruiser'
// `node scripts/house.mjs [--play]`: prints figures of the source: files, lines, exports, files with a single importer,
// small files, and circles of imports by value and with types. With --play, also the files and functions that one play
// over HTTP enters.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** @typedef {{ source: string, to: readonly { path: string, isType: boolean }[] }} Module */

const root = fileURLToPath(new URL('..', import.meta.url))
const SMALL_LINES = 15
const EXPORT = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) /gm

const modules = await readModules()
if (modules.length === 0) throw new Error('no module could be read: is the parser installed?')
const texts = modules.map(({ source }) => readFileSync(join(root, source), 'utf8'))
const lines = texts.map((text) => text.split('\n').length - 1)
const circles = circlesOf(modules, ({ isType }) => !isType)
const circlesWithTypes = circlesOf(modules, () => true)

/** @type {[string, string | number][]} */
const rows = [
  ['source files', modules.length],
  ['lines', lines.reduce((sum, each) => sum + each, 0)],
  ['median lines of a file', lines.toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0],
  [`files of at most ${SMALL_LINES} lines`, lines.filter((each) => each <= SMALL_LINES).length],
  ['exports', texts.reduce((sum, text) => sum + (text.match(EXPORT)?.length ?? 0), 0)],
  ['files with a single importer', modules.filter(({ source }) => importersOf(source).length === 1).length],
  ['circles of imports by value', circles.length],
  ['files in them', filesIn(circles)],
  ['circles with types', circlesWithTypes.length],
  ['files in them', filesIn(circlesWithTypes)],
]
if (process.argv.includes('--play')) rows.push(...(await figuresOfPlay()))
for (const [name, figure] of rows) console.log(`${name.padEnd(32)} ${String(figure).padStart(7)}`)
for (const circle of circles) console.log(`circle: ${circle.join(', ')}`)
process.exit()

/** @returns {Promise<Module[]>} the modules of src but tests, with what they import of each other */
async function readModules() {
  const { output } = await cruise(['src'], {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
  })
  if (typeof output === 'string')
    throw new TypeError('dependency-cruiser gives a report in words, not the one expected')
  const isSource = (/** @type {string} */ path) => /^src\/.*(?<!\.test)\.tsx?$/.test(path)
  return output.modules
    .filter(({ source }) => isSource(source))
    .map(({ source, dependencies }) => ({
      source,
      to: dependencies
        .filter(({ resolved }) => isSource(resolved))
        .map(({ resolved, dependencyTypes }) => ({ path: resolved, isType: dependencyTypes.includes('type-only') })),
    }))
}

/** @param {string} path */
function importersOf(path) {
  return modules.filter(({ source, to }) => source !== path && to.some((each) => each.path === path))
}

/** @param {readonly string[][]} found */
function filesIn(found) {
  return found.reduce((sum, circle) => sum + circle.length, 0)
}

/**
 * Returns the circles of the imports that count (Tarjan's strongly connected components).
 * @param {readonly Module[]} all
 * @param {(to: Module['to'][number]) => boolean} counts
 * @returns {string[][]}
 */
function circlesOf(all, counts) {
  const imported = new Map(all.map(({ source, to }) => [source, to.filter(counts).map(({ path }) => path)]))
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const seen = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const found = []
  /** @param {string} path */
  const visit = (path) => {
    const node = { index: seen.size, low: seen.size, isOpen: true }
    seen.set(path, node)
    stack.push(path)
    for (const next of imported.get(path) ?? []) {
      const known = seen.get(next)
      if (!known) node.low = Math.min(node.low, visit(next).low)
      else if (known.isOpen) node.low = Math.min(node.low, known.index)
    }
    if (node.low !== node.index) return node
    const circle = stack.splice(stack.indexOf(path))
    for (const each of circle) {
      const member = seen.get(each)
      if (member) member.isOpen = false
    }
    if (circle.length > 1) found.push(circle.toSorted())
    return node
  }
  for (const path of imported.keys()) if (!seen.has(path)) visit(path)
  return found
}

/**
 * Serves the sample game in this process, plays once as a warm-up, and counts the files and functions that the next
 * play enters.
 * @returns {Promise<[string, number][]>}
 */
async function figuresOfPlay() {
  const data = mkdtempSync(join(tmpdir(), 'gamify-house-'))
  try {
    const url = await serve(data)
    const post = (/** @type {string} */ path, /** @type {unknown} */ body) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(async (answer) => {
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${text}`)
      })
    await post('/v2/admin/players', { id: 'neo' })
    const play = () => post('/v2/runtime/actions/like/play?player_id=neo', { variables: {} })
    await play()
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await play()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    session.disconnect()
    const entered = result
      .filter(({ url: at }) => at.startsWith('file:'))
      .map(({ url: at, functions }) => ({
        path: relative(root, fileURLToPath(at)),
        count: functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
          .length,
      }))
      .filter(({ path, count }) => path.startsWith('src/') && count > 0)
    return [
      ['files of a play', entered.length],
      ['functions of a play', entered.reduce((sum, { count }) => sum + count, 0)],
    ]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/**
 * @param {string} data the data directory
 * @returns {Promise<string>} the address
 */
async function serve(data) {
  let printed = ''
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text) => {
    printed += text
    return true
  }
  const config = join(root, 'templates/starter/gamify.json')
  const flags = ['--no-auth', '--no-watch', '--port', '0', '--print-env', '--log', 'silent']
  process.argv = [process.execPath, 'gamify', 'serve', '--config', config, '--data', data, ...flags]
  void import('../src/main.ts')
  for (let tries = 0; tries < 600; tries += 1) {
    const url = /GAMIFY_URL=(\S+)/.exec(printed)?.[1]
    if (url !== undefined && (await fetch(`${url}/_gamify/health`).catch(() => undefined))?.ok) {
      process.stdout.write = write
      // What the program still does after its start must not count.
      await pause(1000)
      return url
    }
    await pause(50)
  }
  throw new Error(`the game did not start:\n${printed}`)
}
