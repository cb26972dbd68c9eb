import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { useLints } from './design-data.ts'

const t = texts.design

/** What is wrong in the files of the design, and what the lints find. Spec 8.2, 7.3 "Lints". */
export function ProblemsView(): ReactNode {
  const design = useLoad(['design'], (client) => control(client, 'GET /_gamify/design'))
  const lints = useLints()
  return (
    <>
      <section className="card" aria-labelledby="design-files">
        <h2 id="design-files">{t.fileProblems}</h2>
        <Shown of={design}>
          {({ problems, directory }) =>
            problems.length === 0 ? (
              <p className="good">
                <CircleCheck aria-hidden size={16} /> {directory === null ? t.noFiles : t.filesSound}
              </p>
            ) : (
              <ul className="plain">
                {problems.map(({ file, line, column, kind, id, message }) => (
                  <li key={`${file} ${line} ${column} ${message}`} className="bad">
                    <CircleAlert aria-hidden size={16} />
                    <span>
                      <ComponentLink kind={kind} id={id} /> {message} <code>{`${file}:${line}:${column}`}</code>
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
        <CommandLine command="design validate" />
      </section>
      {lints && (
        <section className="card" aria-labelledby="design-lints">
          <h2 id="design-lints">{t.lints}</h2>
          {lints.length === 0 ? (
            <p className="good">
              <CircleCheck aria-hidden size={16} /> {t.noLints}
            </p>
          ) : (
            <ul className="plain">
              {lints.map(({ lint, kind, id, message }) => (
                <li key={`${lint} ${kind} ${id} ${message}`} className="warn">
                  <CircleAlert aria-hidden size={16} />
                  <span className="lint">
                    <ComponentLink kind={kind} id={id} /> {message} <code>{lint}</code>
                  </span>
                </li>
              ))}
            </ul>
          )}
          <CommandLine command="design lint" />
        </section>
      )}
    </>
  )
}

function ComponentLink({
  kind,
  id,
}: {
  readonly kind: string | undefined
  readonly id: string | undefined
}): ReactNode {
  if (kind === undefined) return null
  if (kind === 'bootstrap') return <Go to="/design/bootstrap/bootstrap">{kind}</Go>
  return id === undefined ? null : <Go to={pathOf('design', kind, id)}>{`${kind}/${id}`}</Go>
}
