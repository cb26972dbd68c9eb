import { useState, type ReactNode } from 'react'
import type { RouteOutput } from '../../../client/route-types.ts'
import { issueSentence } from '../../../game/design/incompatibilities.ts'
import { deploymentText, offeredFixes } from '../../../inspect/deployment.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.design

type Issue = RouteOutput<'GET /v2/design/issues'>[number]

/** The data of players that a design has no place for, the fixes to choose from, and the upgrade. Spec 4.13. */
export function IssueCard(): ReactNode {
  const issues =
    useLoad(['issues'], async (client) => (await client.call('GET /v2/design/issues', {})).body).value ?? []
  const [perform, isBusy] = useDeed()
  const [isAsked, setAsked] = useState(false)
  if (issues.length === 0) return null
  const isOpen = issues.some((issue) => !issue.is_resolved)
  const drops = issues.filter(({ apply }) => apply === 'drop')
  const upgrade = (): Promise<unknown> =>
    perform({
      run: async (client) => (await client.call('POST /v2/design/upgrade', {})).body,
      done: (deployment) => t.sentence(deploymentText(deployment)),
      command: 'design upgrade',
    })
  return (
    <section className="card" aria-labelledby="design-issues">
      <h2 id="design-issues">{t.issues}</h2>
      <p className="muted">{isOpen ? t.issuesOpen : t.issuesSettled}</p>
      <ul className="issues">
        {issues.map((issue) => (
          <IssueItem key={issue.id} issue={issue} />
        ))}
      </ul>
      <CommandLine command="design issues" />
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={isBusy || isOpen}
          onClick={() => (drops.length > 0 ? setAsked(true) : void upgrade())}
        >
          {t.upgrade}
        </button>
      </div>
      <Confirm
        title={t.upgrade}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        action={t.upgrade}
        command="design upgrade"
        onConfirm={() => void upgrade()}
      >
        <p>{t.upgradeDrops}</p>
        <ul>
          {drops.map((issue) => (
            <li key={issue.id}>{issueSentence(issue)}</li>
          ))}
        </ul>
      </Confirm>
    </section>
  )
}

function IssueItem({ issue }: { readonly issue: Issue }): ReactNode {
  const [perform, isBusy] = useDeed()
  const { id, fixes, apply, is_resolved: isResolved } = issue
  const choose = (fix: Issue['apply'], description: string): Promise<unknown> =>
    perform({
      run: (client) =>
        client.call('POST /v2/design/issues/:issue_id', { params: { issue_id: id }, body: { apply: fix } }),
      done: () => t.fixChosen(description),
      command: `design fix ${id} ${fix}`,
    })
  return (
    <li>
      <fieldset disabled={isBusy}>
        <legend>{issueSentence(issue)}</legend>
        {offeredFixes(fixes).map((fix) => (
          <label key={fix.id}>
            <input
              type="radio"
              name={id}
              checked={isResolved && apply === fix.id}
              onChange={() => void choose(fix.id, fix.description)}
            />{' '}
            {fix.description}
          </label>
        ))}
      </fieldset>
    </li>
  )
}
