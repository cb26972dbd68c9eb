import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { control } from '../../shell/control.ts'
import { useGame, useLive, useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.processes.funnel

/** How long a count stands at least before the next one, in ms. A count looks at every process. */
const PAUSE_MS = 2_000

/** How many processes of a definition reached each activity. Spec 8.2. */
export function Funnel({ definition }: { readonly definition: string }): ReactNode {
  const seq = useSlowSeq()
  const funnel = useLoad(['funnel', definition, seq], (client) =>
    control(client, 'GET /_gamify/funnel/:process_definition_id', { params: { process_definition_id: definition } }),
  )
  return (
    <>
      <header className="page-head">
        <p className="crumbs">
          <Go to="/processes">{texts.processes.title}</Go>
        </p>
        <h1>{t.title(funnel.value?.name ?? definition)}</h1>
      </header>
      <Shown of={funnel}>
        {({ begun, completed, activities }) =>
          begun === 0 ? (
            <p className="empty">{t.none}</p>
          ) : (
            <div className="card flush">
              <table className="funnel">
                <caption className="muted">{t.about(begun, completed)}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t.activity}</th>
                    <th scope="col" className="number">
                      {t.reached}
                    </th>
                    <th scope="col" className="wide">
                      {t.share}
                    </th>
                    <th scope="col" className="number">
                      {t.open}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {activities.map(({ id, name, reached, open }) => (
                    <tr key={id}>
                      <th scope="row">
                        {name} {id.includes('/') && <span className="muted id">{id}</span>}
                      </th>
                      <td className="number">{reached.toLocaleString()}</td>
                      <td className="wide">
                        <span className="share" style={{ width: `${(reached / begun) * 100}%` }} aria-hidden />
                        <span>{shareText(reached / begun)}</span>
                      </td>
                      <td className="number">{open.toLocaleString()}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </>
  )
}

const shareText = (share: number): string =>
  share.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** Returns the number of the last entry, which it takes over only now and then. */
function useSlowSeq(): number | undefined {
  const { at } = useGame()
  const newest = useLive(({ seq }) => seq)
  const seq = at === undefined ? newest : undefined
  const [shown, setShown] = useState(seq)
  const changedAt = useRef(0)
  useEffect(() => {
    const take = (): void => {
      changedAt.current = performance.now()
      setShown(seq)
    }
    const timer = setTimeout(take, Math.max(0, changedAt.current + PAUSE_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [seq])
  return shown
}
