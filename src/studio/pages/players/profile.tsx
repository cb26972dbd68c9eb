import { ArrowLeft, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { GameTime } from '../../parts/game-time.tsx'
import { Go } from '../../parts/go.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Name } from '../../parts/name.tsx'
import { Picture } from '../../parts/picture.tsx'
import { Shown } from '../../parts/problem.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { ActionsTab } from './actions-tab.tsx'
import { FeedTab } from './feed-tab.tsx'
import { GroupsTab } from './groups-tab.tsx'
import { useListQuery } from './list-query.ts'
import { PlayerDeeds } from './player-deeds.tsx'
import type { PlayerDetails } from './player-details.ts'
import { RanksTab } from './ranks-tab.tsx'
import { ScoresTab } from './scores-tab.tsx'

const t = texts.players

interface TabProps {
  readonly player: PlayerDetails
}

/** The parts of a profile, by the last part of their address. */
const tabs = {
  scores: { name: t.tabs.scores, Content: ScoresTab, command: (id: string) => `player show ${id}` },
  feed: { name: t.tabs.feed, Content: FeedTab, command: (id: string) => `player activity ${id}` },
  actions: { name: t.tabs.actions, Content: ActionsTab, command: (id: string) => `action list --as ${id}` },
  groups: { name: t.tabs.groups, Content: GroupsTab, command: (id: string) => `player show ${id}` },
  ranks: { name: t.tabs.ranks, Content: RanksTab, command: undefined },
} as const satisfies Record<
  string,
  {
    readonly name: string
    readonly Content: (props: TabProps) => ReactNode
    /** The command that shows the same; undefined where the part itself names it. */
    readonly command: ((id: string) => string) | undefined
  }
>

type TabName = keyof typeof tabs

const isTab = (name: string | undefined): name is TabName => name !== undefined && Object.hasOwn(tabs, name)

/** The tabs whose command can show the past. */
const ofThen: ReadonlySet<TabName> = new Set(['scores', 'groups'])

/** Everything about a player, in parts with an address each. Spec 8.2. */
export function Profile({ id, tab }: { readonly id: string; readonly tab: string | undefined }): ReactNode {
  const { at } = useGame()
  const current = isTab(tab) ? tab : 'scores'
  const { withList } = useListQuery()
  const player = useLoad(['player', id], async (client): Promise<PlayerDetails> => {
    const params = { player_id: id }
    const [described, { body }] = await Promise.all([
      control(client, 'GET /_gamify/players/:player_id', { params }),
      client.call('GET /v2/admin/players/:player_id', { params }),
    ])
    return { ...described, scores: body.scores, teams: body.teams }
  })
  const { Content, command } = tabs[current]
  const then = at !== undefined && ofThen.has(current) ? ` --at ${shellQuoted(at)}` : ''
  return (
    <article className="player">
      <p className="players-back">
        <Go to={withList('/players')}>
          <ArrowLeft aria-hidden size={14} /> {t.back}
        </Go>
      </p>
      {player.value === undefined && <Heading subject={id}>{id}</Heading>}
      <Shown of={player}>
        {(details) => (
          <>
            <Header player={details} />
            <nav className="tabs" aria-label={t.parts}>
              {Object.entries(tabs).map(([name, each]) => (
                <Go
                  key={name}
                  to={withList(pathOf('players', id, ...(name === 'scores' ? [] : [name])))}
                  isCurrent={name === current}
                >
                  {each.name}
                </Go>
              ))}
            </nav>
            <Content key={current} player={details} />
            {command && <CommandLine command={command(shellQuoted(id)) + then} />}
          </>
        )}
      </Shown>
    </article>
  )
}

function Header({ player }: TabProps): ReactNode {
  const { at } = useGame()
  const { id, alias, email, enabled, created, entry } = player
  return (
    <header className="player-head">
      <Picture
        name={['player', id]}
        load={async (client) =>
          (
            await client.call('GET /v2/runtime/assets/players/:player_id', {
              params: { player_id: id },
              query: { size: 'medium' },
              as: id,
            })
          ).body
        }
        instead={[...alias][0] ?? '?'}
      />
      <div>
        <Heading subject={id}>{alias}</Heading>
        <p className="player-facts muted">
          <code>{id}</code>
          <span className={enabled ? 'badge' : 'badge bad'}>{enabled ? t.enabled : t.disabled}</span>
          {email !== null && (
            <span className="player-fact">
              <Mail role="img" aria-label={t.email} size={14} /> <Name>{email}</Name>
            </span>
          )}
          <span>
            {t.joined} <GameTime at={created} /> (<Go to={`/history?entry=${entry}`}>{t.entry(entry)}</Go>)
          </span>
        </p>
      </div>
      {at === undefined && <PlayerDeeds player={player} />}
    </header>
  )
}
