import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAddressOf } from '../shell/address.ts'

/** A link to a page of the studio, which keeps the runtime, the moment and the acting player. */
export function Go({
  to,
  isCurrent = false,
  children,
}: {
  readonly to: string
  readonly isCurrent?: boolean
  readonly children: ReactNode
}): ReactNode {
  const addressOf = useAddressOf()
  return (
    <Link to={addressOf(to)} {...(isCurrent && { 'aria-current': 'page' as const })}>
      {children}
    </Link>
  )
}
