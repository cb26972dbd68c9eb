import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FigureResult, Results } from '../../bench/report.ts'

const path = join(import.meta.dirname, '../../bench/results.json')

/** Returns the figures of the last benchmark by name. */
export const benchFigures = (): Results['figures'] => (JSON.parse(readFileSync(path, 'utf8')) as Results).figures

/** Describes the machine of a measurement. */
export const machineText = ({ machine: { cpu, cores, memoryGiB, node } }: FigureResult): string =>
  `${cores} cores of an ${cpu} with ${memoryGiB} GiB, Node ${node}`
