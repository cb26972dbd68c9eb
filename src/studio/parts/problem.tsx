import type { ReactNode } from 'react'
import type { Loaded } from '../shell/game.tsx'
import { texts } from '../texts.ts'

/** Shows what was loaded, that it is being loaded, or what the service said against it. */
export function Shown<T>({
  of,
  children,
}: {
  readonly of: Loaded<T>
  readonly children: (value: T) => ReactNode
}): ReactNode {
  if (of.problem !== undefined)
    return (
      <p role="alert" className="problem">
        {of.problem}
      </p>
    )
  if (of.value === undefined) return <p className="waiting">{texts.shell.loading}</p>
  return children(of.value)
}
