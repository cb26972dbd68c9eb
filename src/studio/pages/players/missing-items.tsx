import { CircleHelp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Giver } from '../../../inspect/givers.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Go } from '../../parts/go.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { pathOf } from '../../shell/address.ts'
import { useGame } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { WhyNot } from './actions-tab.tsx'
import type { PlayerDesign } from './metrics.ts'
import { Name } from './name.tsx'

const t = texts.players.missing

interface MissingProps {
  readonly player: string
  readonly metric: string
  /** The items, or the state, that the player does not have. */
  readonly parts: readonly string[]
  readonly design: PlayerDesign
}

/** What a player does not have of a metric, each with what could give it and why that does not happen. Spec 8.2. */
export function MissingItems({ player, metric, parts, design }: MissingProps): ReactNode {
  const { at } = useGame()
  const [asked, setAsked] = useState<string>()
  if (parts.length === 0) return null
  return (
    <>
      <ul className="player-missing" aria-label={t.title}>
        {parts.map((part) => (
          <li key={part}>
            <Name>{part}</Name>
            {at === undefined && (
              <button type="button" onClick={() => setAsked(part)} aria-label={t.whyNotOf(part)}>
                <CircleHelp aria-hidden size={14} /> {texts.players.actions.whyNot}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Sheet title={t.whyNotOf(asked ?? '')} isOpen={asked !== undefined} onClose={() => setAsked(undefined)} isWide>
        {asked !== undefined && <Givers player={player} givers={design.giversOf(metric, asked)} />}
      </Sheet>
    </>
  )
}

/** What holds a giver in the design. */
const KINDS = { action: 'actions', rule: 'rules', activity: 'processes' } as const

function Givers({ player, givers }: { readonly player: string; readonly givers: readonly Giver[] }): ReactNode {
  if (givers.length === 0) return <p className="muted">{t.noGiver}</p>
  return givers.map(({ kind, id, name }, i) => (
    // An activity has no id of its own.
    <section key={i} aria-label={t.givers[kind](name)}>
      <h3>{t.givers[kind](name)}</h3>
      <p>
        <Go to={pathOf('design', KINDS[kind], id)}>{kind === 'activity' ? t.process(id) : t.design}</Go>
      </p>
      {kind !== 'activity' && (
        <>
          <WhyNot name={name} query={{ player_id: player, [kind]: id }} />
          <CommandLine command={`why-not ${shellQuoted(player)} ${kind} ${shellQuoted(id)}`} />
        </>
      )}
    </section>
  ))
}
