import { useId, type ReactNode } from 'react'
import { useGame, type Loaded } from '../shell/game.tsx'
import { Shown } from './problem.tsx'

/** A card that lists what waits for an answer, with buttons to give one, which are there while the present is shown. */
export function PendingCard<T extends { readonly id: string }>({
  title,
  of,
  none,
  text,
  answers,
}: {
  readonly title: string
  /** What waits; undefined if there is nobody to answer. */
  readonly of: Loaded<readonly T[]> | undefined
  /** What is said where there is nothing. */
  readonly none: string
  readonly text: (waiting: T) => ReactNode
  readonly answers: (waiting: T) => ReactNode
}): ReactNode {
  const { at } = useGame()
  const heading = useId()
  const nothing = <p className="muted">{none}</p>
  return (
    <section className="card" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {of === undefined ? (
        nothing
      ) : (
        <Shown of={of}>
          {(list) =>
            list.length === 0 ? (
              nothing
            ) : (
              <ul className="plain">
                {list.map((waiting) => (
                  <li key={waiting.id} className="request">
                    <span>{text(waiting)}</span>
                    {at === undefined && <span className="buttons">{answers(waiting)}</span>}
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      )}
    </section>
  )
}
