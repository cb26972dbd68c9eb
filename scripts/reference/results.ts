import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FigureResult, Results } from '../../bench/report.ts'

const path = join(import.meta.dirname, '../../bench/results.json')

/** What the last bench has found, by the name of the figure. */
export const benchFigures = (): Results['figures'] => (JSON.parse(readFileSync(path, 'utf8')) as Results).figures

/** What a figure was measured on, in words. */
export const machineText = ({ machine: { cpu, cores, memoryGiB, node } }: FigureResult): string =>
  `${cores} cores of an ${cpu} with ${memoryGiB} GiB, Node ${node}`
