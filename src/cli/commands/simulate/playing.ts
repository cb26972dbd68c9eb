import type { Design } from '../../../game/design/design.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { simulate, type Progress } from '../../../lab/simulate/simulate.ts'
import type { Simulation } from '../../../lab/simulate/simulation.ts'
import { inThousands, progressBar } from '../../../terminal/render/progress.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Plan } from './plan.ts'

/** One simulation to play. */
export interface Playing {
  readonly simulation: Simulation
  readonly design: Design
  readonly seed: string
}

/** Plays simulations one after the other, with one progress bar for all. */
export class Playthrough {
  readonly #plan: Plan
  readonly #signal: AbortSignal
  readonly #unwanted: AbortSignal | undefined
  readonly #now: () => number
  readonly #startedMs: number
  readonly #bar: ReturnType<typeof progressBar>
  readonly #of: number
  #before: Progress = { players: 0, tries: 0 }

  /** `players` is the number of players of all simulations together. */
  constructor(shell: Shell, plan: Plan, players: number, signal: AbortSignal) {
    this.#plan = plan
    this.#signal = signal
    this.#unwanted = shell.io.unwanted
    this.#now = shell.io.now
    this.#startedMs = shell.io.now()
    this.#bar = progressBar(shell, 'simulating players')
    this.#of = players
  }

  /** Plays a simulation. The report is partial if the signal aborts meanwhile. */
  async play(playing: Playing): Promise<SimulationReport> {
    const { game, jobs } = this.#plan
    let last: Progress = { players: 0, tries: 0 }
    const onProgress = (done: Progress): void => {
      last = done
      this.#show(done)
    }
    const report = await simulate({
      ...playing,
      game,
      jobs,
      signal: this.#signal,
      unwanted: this.#unwanted,
      onProgress,
    })
    this.#before = { players: this.#before.players + report.players, tries: this.#before.tries + last.tries }
    return report
  }

  /** Clears the progress bar. */
  end(): void {
    this.#bar.end()
  }

  #show({ players, tries }: Progress): void {
    const [done, tried] = [this.#before.players + players, this.#before.tries + tries]
    const seconds = (this.#now() - this.#startedMs) / 1000
    const left = done === 0 ? '' : `, ${timeText((seconds * (this.#of - done)) / done)} left`
    this.#bar.show(done, this.#of, `, ${inThousands(Math.round(tried / seconds))} tries/s${left}`)
  }
}

/** Returns `40 s` or `3 min`. */
function timeText(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`
}
