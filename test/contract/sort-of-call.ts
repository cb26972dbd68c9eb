import type { DocumentedRoute } from './documented-routes.ts'

/** Sorts of calls, as far as scopes tell them apart: resource, reading or writing, gated by game or debug or not. 5.1, 2, 6.6. */
export const sorts = [
  'runtime reads',
  'runtime writes',
  'admin reads',
  'admin writes',
  'gated reads',
  'gated writes',
  'design reads',
  'design writes',
  'control',
] as const
export type Sort = (typeof sorts)[number]

/** What sort a call of a route is. */
export const sortOf = ({ method, resource, gated }: DocumentedRoute): Sort =>
  `${gated ? 'gated' : resource} ${method === 'GET' ? 'reads' : 'writes'}`
