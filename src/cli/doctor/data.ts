import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { examineData, type Examined } from '../../emulator/examination.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { isThere } from '../../project/directory.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { inspectLock } from '../../storage/lock.ts'
import { localProcesses } from '../../storage/processes.ts'
import { LockHeld } from '../../storage/storage-error.ts'
import type { Shell } from '../../terminal/shell.ts'
import { failed, finding, type Finding } from './finding.ts'

/** A game writes a journal, snapshots and what it makes anew: with less than this it may soon stop. */
const LITTLE_SPACE_BYTES = 256 * 1024 * 1024

/** How often a game that is running may be caught in the middle of a change. */
const ATTEMPTS = 3

/** What files say may differ so much from the clock of the machine. */
const CLOCK_SLACK_MS = 60_000

/** How what the game has kept is, and where an emulator of this machine serves it now. */
export interface CheckedData {
  readonly findings: readonly Finding[]
  readonly servedAt?: string | undefined
}

/** What the game has kept, if it has kept anything yet; `text` is that of the design that the next start takes from the files. */
export async function checkData(shell: Shell, directory: string, text: string | undefined): Promise<CheckedData> {
  const { files } = shell.io
  if (!(await isThere(files, directory))) {
    const nothing = finding('data', 'ok', `${directory} does not exist yet; 'gamify serve' creates it`)
    return { findings: [nothing, await checkSpace(await nearestThere(files, directory))] }
  }
  if (!(await stat(directory)).isDirectory()) {
    const other = finding('data', 'problem', `${directory} is not a directory, so it cannot hold a game`, ELSEWHERE)
    return { findings: [other] }
  }
  const lock = await readLock(files, directory)
  const findings = [
    await checkRights(files, directory),
    await checkSpace(directory),
    lock.finding,
    ...(await checkContent(shell, { directory, text, isHeld: lock.isHeld })),
  ]
  return { findings, servedAt: lock.servedAt }
}

const ELSEWHERE = "move it away, or name a directory with 'data' in gamify.json or --data"

/** All that is written at the start or soon after. */
async function checkRights(files: FileSystem, directory: string): Promise<Finding> {
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const path of await writtenIn(files, directory)) {
      const facts = await files.facts(path)
      if (facts?.isWritable === false) return finding('data', 'problem', `cannot write ${path}`, whose(path))
    }
    return finding('data', 'ok', directory)
  } catch (error) {
    return { ...failed('data', error), advice: [whose(directory)] }
  }
}

const whose = (path: string): string => `make the account that runs gamify its owner: chown -R "$USER" ${path}`

async function writtenIn(files: FileSystem, directory: string): Promise<readonly string[]> {
  const places = [
    '.',
    'designs',
    ...['staging', 'production'].flatMap((runtime) => [`${runtime}/journal`, `${runtime}/snapshots`]),
  ]
  const found = await Promise.all(
    places.map(async (place) => {
      const path = join(directory, place)
      const last = place.endsWith('journal') ? (await files.list(path)).slice(-1) : []
      return [path, ...last.map((name) => join(path, name))]
    }),
  )
  return [...found.flat(), join(directory, 'game.json')]
}

async function checkSpace(directory: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(directory)
    const free = bavail * bsize
    const told = `${Math.floor(free / 1024 / 1024)} MiB are free`
    if (free >= LITTLE_SPACE_BYTES) return finding('space', 'ok', told)
    return finding('space', 'warning', told, 'free some space, keep less history with --keep, or serve with --memory')
  } catch (error) {
    return failed('space', error)
  }
}

async function readLock(
  files: FileSystem,
  directory: string,
): Promise<{ readonly isHeld: boolean; readonly servedAt?: string | undefined; readonly finding: Finding }> {
  try {
    const lock = await inspectLock({ fs: files, directory, processes: localProcesses() })
    if (lock instanceof LockHeld)
      return { isHeld: true, servedAt: lock.url, finding: finding('lock', 'ok', lock.message) }
    const told = lock === 'free' ? 'free' : 'its process has ended; the next start replaces it'
    return { isHeld: false, finding: finding('lock', 'ok', told) }
  } catch (error) {
    return { isHeld: false, finding: failed('lock', error) }
  }
}

/** What is read, and whether a game may be writing there. */
interface Content {
  readonly directory: string
  readonly text: string | undefined
  readonly isHeld: boolean
}

async function checkContent(shell: Shell, { directory, text, isHeld }: Content): Promise<readonly Finding[]> {
  try {
    const examine = () => examineData(shell.io.files, directory, text)
    const examined = await examineSteadily(examine, isHeld ? ATTEMPTS : 1)
    const told = examined.findings.map(({ about, level, message }) => finding(about, level, message))
    return [...told, await checkClock(shell, directory, examined)]
  } catch (error) {
    return [failed('data', error)]
  }
}

/** What a game that runs was in the middle of is done the next time. */
async function examineSteadily(examine: () => Promise<Examined>, attempts: number): Promise<Examined> {
  const examined = await examine()
  const isSteady = examined.findings.every(({ level }) => level === 'ok')
  return isSteady || attempts <= 1 ? examined : examineSteadily(examine, attempts - 1)
}

/** The clock of the machine must not have gone back behind what was written by it. */
async function checkClock({ io }: Shell, directory: string, { lastAt }: Examined): Promise<Finding> {
  const nowMs = io.now()
  const { writtenMs = 0 } = (await io.files.facts(join(directory, 'game.json'))) ?? {}
  if (writtenMs > nowMs + CLOCK_SLACK_MS)
    return finding(
      'clock',
      'warning',
      `the machine's clock shows ${toIso(nowMs)}, and ${directory} was written at ${toIso(writtenMs)}`,
      'set the clock of the machine; the game time stays frozen until the machine reaches that time',
    )
  if (lastAt === undefined) return finding('clock', 'ok', `the machine's clock shows ${toIso(nowMs)}`)
  const ahead = lastAt > nowMs + CLOCK_SLACK_MS ? ", ahead of the machine's clock because it was set" : ''
  return finding('clock', 'ok', `the game time of the last entry is ${toIso(lastAt)}${ahead}`)
}

async function nearestThere(files: FileSystem, path: string): Promise<string> {
  const parent = dirname(path)
  return parent === path || (await isThere(files, path)) ? path : nearestThere(files, parent)
}
