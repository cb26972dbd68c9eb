import { Fragment, type ReactNode } from 'react'
import { differenceText, type Difference } from '../../../game/design/differences.ts'
import { changedName } from '../../../game/design/merge.ts'
import { Go } from '../../parts/go.tsx'
import { pathOf } from '../../shell/address.ts'
import { texts, withArrows } from '../../texts.ts'

/** The number of differences that are listed; a line counts the others. */
const MAX_SHOWN = 300

/** Lists differences of a design by component, each with its path and what it was and is. */
export function DifferenceList({
  differences,
  isLinked = true,
}: {
  readonly differences: readonly Difference[]
  readonly isLinked?: boolean
}): ReactNode {
  if (differences.length === 0) return <p className="muted">{texts.design.same}</p>
  const shown = Map.groupBy(differences.slice(0, MAX_SHOWN), changedName)
  return (
    <>
      <dl className="differences">
        {[...shown].map(([name, list]) => {
          const [{ kind, id = kind } = { kind: 'bootstrap' as const }] = list
          return (
            <Fragment key={name}>
              <dt>{isLinked ? <Go to={pathOf('design', kind, id)}>{name}</Go> : name}</dt>
              {list.map((difference) => (
                <dd key={JSON.stringify(difference.path)} data-change={difference.change}>
                  {withArrows(differenceText(difference).slice(name.length + 2))}
                </dd>
              ))}
            </Fragment>
          )
        })}
      </dl>
      {differences.length > MAX_SHOWN && <p className="muted">{texts.design.more(differences.length - MAX_SHOWN)}</p>}
    </>
  )
}
