import type { ReactNode } from 'react'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { useQuery } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { ChangesView } from './changes-view.tsx'
import { ComponentsView } from './components-view.tsx'
import { EconomyView } from './economy-view.tsx'
import { ProblemsView } from './problems-view.tsx'

const t = texts.design

/** The views of the page, by their names in the address. Files, changes and lints are those of the live game. */
const views = {
  components: ComponentsView,
  changes: ChangesView,
  economy: EconomyView,
  problems: ProblemsView,
} as const

type ViewName = keyof typeof views

const isView = (name: string | null): name is ViewName => name !== null && Object.hasOwn(views, name)

/** The design of the game: its components, its economy, what changed, and what is wrong with it. Spec 8.2. */
export function Design(): ReactNode {
  const { at } = useGame()
  const [query] = useQuery()
  const asked = query.get('view')
  const offered: readonly ViewName[] =
    at === undefined ? ['components', 'changes', 'economy', 'problems'] : ['components', 'economy']
  const name = isView(asked) && offered.includes(asked) ? asked : 'components'
  const View = views[name]
  return (
    <>
      <header className="page-head">
        <Heading>{texts.nav.design}</Heading>
        <p className="muted">{at === undefined ? t.working : t.past}</p>
      </header>
      <nav aria-label={t.views} className="tabs">
        {offered.map((each) => (
          <Go key={each} to={each === 'components' ? '/design' : `/design?view=${each}`} isCurrent={each === name}>
            {t.viewNames[each]}
          </Go>
        ))}
      </nav>
      <View />
    </>
  )
}
