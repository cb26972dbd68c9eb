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
import { tallyData } from './tally.ts'

/** What a job is given. */
export interface JobData {
  readonly source: DesignSource
  readonly simulation: Simulation
  readonly game: GameInfo
  readonly seed: string
  readonly shared: SharedArrayBuffer
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
  const isInterrupted = (): boolean => progress.isInterrupted
  for (let part = parts[progress.take()]; part && !isInterrupted(); part = parts[progress.take()]) {
    const before = player.tries
    player.play(part, isInterrupted)
    progress.add(
      part.ranges.reduce((sum, { from, to }) => sum + to - from, 0),
      player.tries - before,
    )
  }
  const { data, memory } = tallyData(player.tally)
  parentPort?.postMessage(data, memory)
})
