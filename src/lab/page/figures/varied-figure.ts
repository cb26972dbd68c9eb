import type { Bounds } from '../../simulate/simulation.ts'
import type { Table } from './plot.ts'

/** A figure that was measured with each value, or pair of values, of `--vary`. */
export interface VariedFigure {
  readonly id: string
  readonly title: string
  readonly takeaway: string
  /** What was seen at each point of the report; null if there was nothing to measure. */
  readonly seen: readonly (number | null)[]
  readonly write: (value: number) => string
  readonly unit: 'share' | 'count' | 'number'
  /** Where the expectation holds, with the bounds in words; undefined if the figure is only shown. */
  readonly bounds?: Bounds & { readonly text: string }
  readonly table: Table
}
