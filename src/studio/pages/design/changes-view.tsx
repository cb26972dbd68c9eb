import { useMemo, useState, type ReactNode } from 'react'
import { differencesOf } from '../../../game/design/differences.ts'
import { deploymentText, type Deployment } from '../../../inspect/deployment.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { GameTime } from '../../parts/game-time.tsx'
import { Shown } from '../../parts/problem.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { control } from '../../shell/control.ts'
import { useGame, useLive, useOfDesign } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { bothVersions, useDeployed, useDesign } from './design-data.ts'
import { DifferenceList } from './difference-list.tsx'
import { IssueCard } from './issue-card.tsx'
import { ReevaluationCard } from './reevaluation-card.tsx'
import { refusalText, refusedParts } from './refusal.ts'
import { WhatIfCard } from './what-if-card.tsx'

const t = texts.design

/** What a deployment would change, for whom, and the deployment itself. Spec 4.13, 8.2. */
export function ChangesView(): ReactNode {
  const isDeployed = useLive((live) => live.design !== '') ?? false
  const design = useDesign()
  const deployed = useDeployed()
  const differences = useMemo(
    () => (design.value && deployed.value ? differencesOf(deployed.value, design.value) : undefined),
    [design.value, deployed.value],
  )
  return (
    <div className="columns">
      <div className="stack">
        <section className="card" aria-labelledby="design-changes">
          <h2 id="design-changes">{t.changes}</h2>
          <Shown of={design}>
            {() =>
              !isDeployed ? (
                <p className="muted">{t.neverDeployed}</p>
              ) : differences === undefined ? (
                <p className="waiting">{texts.shell.loading}</p>
              ) : differences.length === 0 ? (
                <p className="good">{t.noChanges}</p>
              ) : (
                <DifferenceList differences={differences} />
              )
            }
          </Shown>
          <CommandLine command="design diff" />
        </section>
        <VersionCard />
      </div>
      <div className="stack">
        <DeployCard />
        {isDeployed && differences !== undefined && differences.length > 0 && <WhatIfCard />}
        <IssueCard />
        {isDeployed && <ReevaluationCard />}
      </div>
    </div>
  )
}

/** Deploys a version. What production runs is asked about first. */
function useDeploy(): readonly [(version: string) => Promise<unknown>, boolean] {
  const [perform, isBusy] = useDeed()
  const deploy = (version: string): Promise<Deployment | undefined> =>
    perform({
      run: async (client) => {
        try {
          return (await client.call('POST /v2/design/versions/:version/deploy', { params: { version } })).body
        } catch (error) {
          const parts = refusedParts(error)
          throw parts.length === 0 ? error : new Error(refusalText(parts, t.more), { cause: error })
        }
      },
      done: (deployment) => t.sentence(deploymentText(deployment)),
      command: version === 'latest' ? 'design deploy' : `design deploy ${version}`,
    })
  return [deploy, isBusy]
}

function DeployCard(): ReactNode {
  const { runtime } = useGame()
  const [deploy, isBusy] = useDeploy()
  const [isAsked, setAsked] = useState(false)
  return (
    <section className="card" aria-labelledby="design-deploy">
      <h2 id="design-deploy">{t.deployTitle}</h2>
      <p className="muted">{t.deployText[runtime]}</p>
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => (runtime === 'production' ? setAsked(true) : void deploy('latest'))}
        >
          {t.deployTo(texts.shell[runtime])}
        </button>
      </div>
      <CommandLine command="design deploy" />
      <Confirm
        title={t.deployTo(texts.shell[runtime])}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        action={t.deploy}
        command="design deploy"
        onConfirm={() => void deploy('latest')}
      >
        <p>{t.deployText.production}</p>
      </Confirm>
    </section>
  )
}

/** The number of changes of a version that are listed. */
const MAX_CHANGES = 5

function VersionCard(): ReactNode {
  const both = useLive(bothVersions)
  const [deploy, isBusy] = useDeploy()
  const [asked, setAsked] = useState<string>()
  const versions = useOfDesign('versions', both, (client) => control(client, 'GET /_gamify/design/versions'))
  return (
    <section className="card" aria-labelledby="design-versions">
      <h2 id="design-versions">{t.versions}</h2>
      <Shown of={versions}>
        {({ data, total }) => (
          <>
            <ol className="versions" reversed>
              {data.toReversed().map(({ version, deployed_at: at, runtimes, changes }, i) => (
                <li key={version}>
                  <p>
                    <strong>{version}</strong> {at !== null && <GameTime at={at} />}{' '}
                    {runtimes.map((each) => (
                      <span key={each} className="mark">
                        {t.runBy(texts.shell[each])}
                      </span>
                    ))}
                    {version !== 'latest' && (
                      <button type="button" className="link" disabled={isBusy} onClick={() => setAsked(version)}>
                        {t.deployAgain(version)}
                      </button>
                    )}
                  </p>
                  <ul className="muted">{i === total - 1 ? <li>{t.first}</li> : <Changes changes={changes} />}</ul>
                </li>
              ))}
            </ol>
            {total > data.length && <p className="muted">{t.newest(data.length, total)}</p>}
          </>
        )}
      </Shown>
      <CommandLine command="design versions" />
      <Confirm
        title={t.deployAgain(asked ?? '')}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        action={t.deploy}
        command={`design deploy ${asked ?? ''}`}
        onConfirm={() => void deploy(asked ?? '')}
      >
        <p>{t.deployAgainText}</p>
      </Confirm>
    </section>
  )
}

/** Lists what a version changes against the one before. */
function Changes({ changes }: { readonly changes: readonly string[] }): ReactNode {
  return (
    <>
      {changes.slice(0, MAX_CHANGES).map((change) => (
        <li key={change}>{change}</li>
      ))}
      {changes.length > MAX_CHANGES && <li>{t.more(changes.length - MAX_CHANGES)}</li>}
      {changes.length === 0 && <li>{t.same}</li>}
    </>
  )
}
