import type { ReactNode } from 'react'
import { printable } from '../../sentences/printable.ts'

/** A name that somebody chose: it keeps its own direction, and what would hide or turn text is written out. */
export function Name({ children }: { readonly children: string }): ReactNode {
  return <bdi title={children.length > LONG ? printable(children) : undefined}>{printable(children)}</bdi>
}

/** A longer name may be cut off where it is shown. */
const LONG = 24
