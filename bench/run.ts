// `npm run bench`: measures every figure, or with names only those, and keeps them in bench/results.json.
// `--quick` measures little, to see that everything runs; nothing is kept of it. `--compare` keeps nothing either, and ends
// with 1 if a row is worse than the kept one by more than it varies.
import { parseArgs } from 'node:util'
import { binary } from './binary.ts'
import { check } from './check.ts'
import { cluster } from './cluster.ts'
import { worseRows, type Worse } from './compare.ts'
import { engine } from './engine.ts'
import { exec } from './exec.ts'
import { explain } from './explain.ts'
import { feedMemory } from './feed-memory.ts'
import type { Effort } from './figure.ts'
import { hotReload } from './hot-reload.ts'
import { httpPlay } from './http-play.ts'
import { imageUpload } from './image-upload.ts'
import { leaderboards } from './leaderboards.ts'
import { millionPlayers } from './million-players.ts'
import { keepFigure, keptRows, printFigure } from './report.ts'
import { restore } from './restore.ts'
import { script } from './script.ts'
import { seedPlayers } from './seed-players.ts'
import { simulation, simulationMemory } from './simulate.ts'
import { startGame } from './start-game.ts'
import { startUp } from './start-up.ts'
import { stream } from './stream.ts'
import { studio } from './studio.ts'
import { takeover } from './takeover.ts'
import { together } from './together.ts'
import { tui } from './tui.ts'
import { whatIfHistory } from './what-if.ts'

const figures = [
  httpPlay,
  engine,
  explain,
  simulation,
  simulationMemory,
  whatIfHistory,
  check,
  startUp,
  binary,
  millionPlayers,
  feedMemory,
  together,
  hotReload,
  imageUpload,
  leaderboards,
  stream,
  exec,
  restore,
  startGame,
  script,
  seedPlayers,
  tui,
  studio,
  cluster,
  takeover,
]

const full: Effort = { pairs: 9, burstMs: 1000, players: 1_000_000, plays: 100_000 }
const quick: Effort = { pairs: 2, burstMs: 300, players: 20_000, plays: 10_000 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, compare: { type: 'boolean', default: false } },
})
const names = figures.map(({ name }) => name)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`There is no figure '${unknown}'; there are: ${names.join(', ')}`)
  process.exit(2)
}

const worse: Worse[] = []
for (const figure of figures) {
  if (positionals.length > 0 && !positionals.includes(figure.name)) continue
  const isAskedFor = positionals.length > 0
  const missing = figure.missing?.()
  if (missing !== undefined) {
    console.error(`\n${figure.title}: ${missing}`)
    if (isAskedFor) process.exitCode = 2
    continue
  }
  const rows = await figure.measure(values.quick ? quick : full)
  printFigure(figure, rows)
  if (values.compare) worse.push(...worseRows(rows, keptRows(figure)))
  else if (!values.quick) keepFigure(figure, rows)
}
if (values.compare) {
  console.log(worse.length === 0 ? '\nNothing is worse than in the kept results.' : '\nWorse than in the kept results:')
  for (const { what, change } of worse) console.log(`  ${what}: ${change}`)
  if (worse.length > 0) process.exitCode = 1
}
