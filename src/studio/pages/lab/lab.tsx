import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react'
import type { ReactNode } from 'react'
import type { LabFiles } from '../../../interface/lab-jobs.ts'
import { Heading } from '../../parts/heading.tsx'
import { Shown } from '../../parts/problem.tsx'
import { useQuery } from '../../shell/address.ts'
import { useGame, useNowAndThen } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { Checks } from './checks.tsx'
import { Simulate } from './simulate.tsx'
import { WhatIf } from './what-if.tsx'

const t = texts.lab

/** How often the files of the project are looked at, in ms. */
const FILES_MS = 3_000

const tabs = ['simulate', 'what-if', 'checks'] as const

/** Says what the latest design does: to simulated players, to recorded ones, and to someone who tries to break it. Spec 8.2. */
export function Lab(): ReactNode {
  const [query, change] = useQuery()
  const { liveClient } = useGame()
  const files = useNowAndThen(
    ['lab'],
    FILES_MS,
    // The lab is about the files as they are, whatever moment is shown.
    async () => (await liveClient.request('GET', '/_gamify/lab')).body as LabFiles,
  )
  const tab = tabs.find((each) => each === query.get('tab')) ?? 'simulate'
  return (
    <>
      <header className="page-head">
        <Heading>{texts.nav.lab}</Heading>
        <p className="muted">{t.about}</p>
      </header>
      <TabProvider selectedId={tab} setSelectedId={(id) => change({ tab: id ?? undefined })}>
        <TabList className="tabs" aria-label={texts.nav.lab}>
          {tabs.map((each) => (
            <Tab key={each} id={each}>
              {t.tabs[each]}
            </Tab>
          ))}
        </TabList>
        <TabPanel tabId={tab} className="stack">
          <Shown of={files}>
            {({ simulations, checks }) =>
              tab === 'simulate' ? (
                <Simulate files={simulations} />
              ) : tab === 'what-if' ? (
                <WhatIf />
              ) : (
                <Checks files={checks} />
              )
            }
          </Shown>
        </TabPanel>
      </TabProvider>
    </>
  )
}
