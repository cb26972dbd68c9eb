import type { DescribedRow } from './described-row.ts'

/** `postRuntimeActionsActionIdPlay`: method and path in one word, so that it changes only with them. */
export function operationId({ method, path }: Pick<DescribedRow, 'method' | 'path'>): string {
  const words = path.split(/[/_:-]+/).filter((word) => word !== '')
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
