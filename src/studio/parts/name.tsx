import type { ReactNode } from 'react'
import { cutText } from '../../scripts/step-sentence.ts'
import { printable } from '../../sentences/printable.ts'

/** A name that somebody chose: it keeps its own direction, and what would hide or turn text is written out. */
export function Name({ children }: { readonly children: string }): ReactNode {
  return <bdi title={children.length > LONG ? printable(children) : undefined}>{printable(children)}</bdi>
}

/** Returns a name that somebody chose for places that take text alone, and that would grow with it, such as an option. */
export const optionName = (name: string): string => cutText(printable(name), MAX_OPTION)

/** The most characters of a name in an option. */
const MAX_OPTION = 60

/** A longer name may be cut off where it is shown. */
const LONG = 24
