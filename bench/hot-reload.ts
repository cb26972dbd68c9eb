import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Effort, Figure, Row } from './figure.ts'
import { benchSource } from './game.ts'
import { runJob } from './job.ts'
import { median } from './paired.ts'
import { serveProject, writeProject } from './served.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const COMPONENTS = 50

/** Of the large game's players, this one has one in so many. */
const PLAYERS_SHARE = 10

/** Saves for each pair of bursts that other figures take. */
const SAVES_A_PAIR = 5

/** How long a designer waits: a game that is played, whose files are saved again and again. */
export const hotReload: Figure = {
  name: 'hot-reload',
  title: `From the save of a design file to the game that plays by it, ${COMPONENTS} components`,
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs, players: most }: Effort, parent: string): Promise<Row[]> {
  const players = most / PLAYERS_SHARE
  const directory = join(parent, 'game')
  mkdirSync(directory)
  writeProject(directory, largerSource())
  await runJob('population', { directory: join(directory, '.gamify'), players })
  const { port, stop } = await serveProject(directory)
  const design = join(directory, 'design')
  const { reloadsMs, longestPlayMs, medianPlayMs, plays } = await runJob('hot-reload', {
    port,
    design,
    players,
    saves: pairs * SAVES_A_PAIR,
  })
  await stop()
  return [
    {
      what: 'from the save of a file to the first play by the new rules, median',
      value: median(reloadsMs),
      unit: 'ms',
      goal: { most: 50 },
      notes: { players, saves: reloadsMs.length, 'slowest, ms': Number(Math.max(...reloadsMs).toFixed(1)) },
    },
    {
      what: 'longest wait of a play meanwhile',
      value: longestPlayMs,
      unit: 'ms',
      goal: { most: 50 },
      notes: { plays, 'median play, ms': Number(medianPlayMs.toFixed(2)) },
    },
  ]
}

/** The measured game with further metrics and actions, none of which its plays touch. */
function largerSource() {
  const { metrics, actions, rules, leaderboards } = benchSource
  const more = COMPONENTS - metrics.length - actions.length - rules.length - leaderboards.length
  const moreMetrics = Array.from({ length: Math.ceil(more / 2) }, (_, i) => ({
    id: `metric_${i}`,
    name: `Metric ${i}`,
    type: 'point',
  }))
  const moreActions = moreMetrics.slice(0, Math.floor(more / 2)).map(({ id, type }) => ({
    id: `action_${id}`,
    name: `Action of ${id}`,
    rules: [{ rewards: [{ metric: { id, type }, verb: 'add', value: '1' }] }],
  }))
  return { ...benchSource, metrics: [...metrics, ...moreMetrics], actions: [...actions, ...moreActions] }
}
