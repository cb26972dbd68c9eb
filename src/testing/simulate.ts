import type { SimulationReport } from '../lab/simulate/report.ts'
import type { SimulateOptions } from './simulation.ts'

/**
 * Plays a design with simulated players, as `gamify simulate` does, and resolves with the report. Rejects with an error
 * that lists what is wrong with the options, the design or the simulation. Spec 7.6.
 */
export async function simulate(options: SimulateOptions = {}): Promise<SimulationReport> {
  // Most test programs need no lab, so it does not slow down their start.
  const { runSimulation } = await import('./run-simulation.ts')
  return runSimulation(options)
}
