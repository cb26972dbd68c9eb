import type { ReactNode } from 'react'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { control } from '../../shell/control.ts'
import { useNowAndThen } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.processes.funnel

/** How long a count stands at least before the next one, in ms. A count looks at every process. */
const PAUSE_MS = 2_000

/** How many processes of a definition reached each activity. Spec 8.2. */
export function Funnel({ definition }: { readonly definition: string }): ReactNode {
  const funnel = useNowAndThen(['funnel', definition], PAUSE_MS, (client) =>
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
