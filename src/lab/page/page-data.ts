import type { RepeatedReport } from '../simulate/repeated.ts'
import type { SimulationReport } from '../simulate/report.ts'
import type { ShownFigure, VaryReport } from '../simulate/varied.ts'
import type { WhatIfReport } from '../what-if/report.ts'

/** The id of the element of a page with its data. */
export const DATA_ID = 'data'

/** The figures of a page of simulations. `kind` is what its script decides by. */
export interface SimulationData {
  readonly kind: 'simulation'
  readonly reports: readonly (SimulationReport | RepeatedReport)[]
  /** The states of metrics from the first to the last. */
  readonly orders: Readonly<Record<string, readonly string[]>>
}

/** The figures of a page of `--vary`. */
export interface VaryData {
  readonly kind: 'vary'
  readonly report: VaryReport
  /** The figures of `--show`. */
  readonly figures: readonly ShownFigure[]
}

/** The figures of a page of what-if. */
export interface WhatIfData {
  readonly kind: 'what-if'
  readonly report: WhatIfReport
}

/** What a page holds as JSON, and its script shows. */
export type PageData = SimulationData | VaryData | WhatIfData
