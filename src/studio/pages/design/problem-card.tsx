import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { pathOf } from '../../shell/address.ts'
import type { DesignFinding } from '../../shell/worker.ts'
import { texts } from '../../texts.ts'
import { useLints } from './design-data.ts'
import type { TextProblem, ValueProblem } from './json-text.ts'
import type { EditedKind } from './schemas.ts'

const t = texts.design

/** What is wrong with the component as it is written, and with others because of it. */
export function ProblemCard({
  broken,
  own,
  others,
  onGo,
}: {
  readonly broken: TextProblem | undefined
  readonly own: readonly ValueProblem[]
  readonly others: readonly DesignFinding[]
  readonly onGo: (index: number) => void
}): ReactNode {
  const isSound = broken === undefined && own.length === 0 && others.length === 0
  return (
    <section className="card" aria-labelledby="design-problems">
      <h2 id="design-problems">{t.problems}</h2>
      <div role="status">
        {isSound && <p className="good">{t.noProblems}</p>}
        <ul className="plain">
          {broken && (
            <li className="bad">
              <CircleAlert aria-hidden size={16} />
              <button type="button" className="link" onClick={() => onGo(0)}>
                {broken.message}
              </button>
            </li>
          )}
          {own.map(({ path, message }, index) => (
            <li key={`${path.join('.')} ${message}`} className="bad">
              <CircleAlert aria-hidden size={16} />
              <span>
                <button type="button" className="link" onClick={() => onGo(index)}>
                  {path.length === 0 ? t.whole : path.join('.')}
                </button>{' '}
                {message}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {others.length > 0 && (
        <>
          <h3>{t.elsewhere}</h3>
          <ul className="plain">
            {others.slice(0, MAX_OTHERS).map(({ kind, id, path, message }) => (
              <li key={`${kind}/${id} ${path.join('.')} ${message}`} className="bad">
                <CircleAlert aria-hidden size={16} />
                <span>
                  <Go to={pathOf('design', kind, id || kind)}>{kind === 'bootstrap' ? kind : `${kind}/${id}`}</Go>{' '}
                  {[path.join('.'), message].filter((part) => part !== '').join(': ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const MAX_OTHERS = 20

/** What the lints find in a component. Spec 7.3 "Lints". */
export function LintCard({ kind, id }: { readonly kind: EditedKind; readonly id: string }): ReactNode {
  const lints = useLints()?.filter((lint) => lint.kind === kind && lint.id === id) ?? []
  if (lints.length === 0) return null
  return (
    <section className="card" aria-labelledby="design-lints">
      <h2 id="design-lints">{t.lints}</h2>
      <ul className="plain">
        {lints.map(({ lint, message }) => (
          <li key={`${lint} ${message}`}>
            <code>{lint}</code> {message}
          </li>
        ))}
      </ul>
      <CommandLine command="design lint" />
    </section>
  )
}
