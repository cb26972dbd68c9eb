import type { EdgeKind } from './graph.ts'

/** The meaning of each kind of arrow, as drawings and their words say it. */
export const legend: Readonly<Record<EdgeKind, string>> = {
  flow: 'leads to',
  retry: 'may be tried again',
  gives: 'gives or sets',
  takes: 'takes away',
  reads: 'is read by',
  needs: 'is required by',
}
