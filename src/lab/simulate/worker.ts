// A thread that plays jobs of simulations: takes parts until there are no more, then sends what it counted.
import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { compileDesign } from '../../game/design/design.ts'
import type { DesignSource } from '../../game/design/source.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { labZone } from '../lab-zone.ts'
import { PartPlayer } from './play-part.ts'
import { partsOf } from './players.ts'
import { SharedProgress } from './shared-progress.ts'
import type { Simulation } from './simulation.ts'
import { tallyData, type TallyData } from './tally.ts'

/** What a job is given. */
export interface JobData {
  readonly source: DesignSource
  readonly simulation: Simulation
  readonly game: GameInfo
  readonly seed: string
  readonly shared: SharedArrayBuffer
}

/** What a job has counted: at its end, or so far. */
export interface JobCounts {
  readonly tally: TallyData
  readonly isWhole: boolean
}

// V8 learns from the design, which stays, to allocate where garbage is rarely collected, and would put there what the games
// of a million players are made of.
setFlagsFromString('--no-allocation-site-pretenuring')

parentPort?.on('message', ({ source, simulation, game, seed, shared }: JobData) => {
  const design = compileDesign(source)
  if (!('source' in design)) throw new Error('a simulation has a design that is not valid')
  const progress = new SharedProgress(shared)
  const player = new PartPlayer({ simulation, design, game, zoneOffset: labZone(game.timezone), seed })
  const parts = partsOf(simulation, design)
  const send = (isWhole: boolean): void => {
    const { data, memory } = tallyData(player.tally)
    const counted: JobCounts = { tally: data, isWhole }
    // What is not the end is copied, because the counting goes on.
    parentPort?.postMessage(counted, isWhole ? memory : [])
  }
  let answered = 0n
  // This is asked between any two steps, so it looks at one number only.
  const isInterrupted = (): boolean => {
    const { asked } = progress
    if (asked === answered) return false
    if (progress.isInterrupted) return true
    answered = asked
    send(false)
    return false
  }
  for (let part = parts[progress.take()]; part && !isInterrupted(); part = parts[progress.take()]) {
    const before = player.tries
    player.play(part, isInterrupted)
    progress.add(
      part.ranges.reduce((sum, { from, to }) => sum + to - from, 0),
      player.tries - before,
    )
  }
  send(true)
})
