import { CircleHelp, Lock, Play } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { RouteOutput } from '../../../client/route-types.ts'
import type { ControlAnswer } from '../../../interface/control-answers.ts'
import type { WhyNotQuery } from '../../../interface/why-answer.ts'
import { eventSentence } from '../../../sentences/event-sentence.ts'
import { rateText } from '../../../sentences/requirement-text.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { whyNotText } from '../../../sentences/why-not-text.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Explanation } from '../../parts/explanation.tsx'
import { Shown } from '../../parts/problem.tsx'
import { ScopesField, scopeOptions, type PlayScope } from '../../parts/scopes-field.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { WhySheet } from '../../parts/why-sheet.tsx'
import { control, whyNotAt } from '../../shell/control.ts'
import { useGame, useLoad } from '../../shell/game.tsx'
import { texts, withArrows } from '../../texts.ts'
import { Name } from './name.tsx'
import type { PlayerDetails } from './player-details.ts'

const t = texts.players.actions

type Action = ControlAnswer<'GET /_gamify/actions'>['data'][number]
type Variable = Action['variables'][number]
type PlayedEvents = RouteOutput<'POST /v2/runtime/actions/:action_id/play'>['events']

/** With more locked actions than this, what locks an action is only shown on demand. */
const MAX_EXPLAINED = 6

/** Every action, with a form to play it, and what prevents that. Spec 8.2. */
export function ActionsTab({ player: { id } }: { readonly player: PlayerDetails }): ReactNode {
  const actions = useLoad(['actions', id], (client) =>
    control(client, 'GET /_gamify/actions', { query: { player_id: id } }),
  )
  return (
    <Shown of={actions}>
      {({ data }) => {
        if (data.length === 0) return <p className="empty">{t.none}</p>
        const isFew = data.filter(({ possible }) => possible === false).length <= MAX_EXPLAINED
        return (
          <ul className="player-actions">
            {data.map((action) => (
              <ActionCard key={action.id} player={id} action={action} isFew={isFew} />
            ))}
          </ul>
        )
      }}
    </Shown>
  )
}

interface ActionProps {
  readonly player: string
  readonly action: Action
  /** Whether what locks it is shown at once. */
  readonly isFew: boolean
}

function ActionCard({ player, action, isFew }: ActionProps): ReactNode {
  const { at } = useGame()
  const { id, name, description, count = 0, possible = true, rate, variables } = action
  const [countText, setCountText] = useState('1')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [scopes, setScopes] = useState<readonly PlayScope[]>([])
  const [asked, setAsked] = useState<boolean>()
  const [events, setEvents] = useState<PlayedEvents>()
  const [perform, isBusy] = useDeed()
  const field = useId()
  const title = useId()
  const given = Object.entries(values).filter(([, value]) => value !== '')
  const times = countText === '' ? 1 : Number(countText)
  const command = [
    `play action ${id} --as ${shellQuoted(player)}`,
    ...(times === 1 ? [] : [`--count ${times}`]),
    ...given.map(([variable, value]) => `--var ${shellQuoted(variable)}=${shellQuoted(value)}`),
    ...scopeOptions(scopes),
  ].join(' ')
  const query = {
    player_id: player,
    action: id,
    ...(times !== 1 && { count: times }),
    variables: Object.fromEntries(given.map(([variable, value]) => [variable, typed(variables, variable, value)])),
  }
  const isExplained = asked ?? (!possible && isFew)
  const play = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = { count: times, variables: query.variables, scopes: [...scopes], query: false }
    const played = await perform({
      run: async (client) =>
        (
          await client.call('POST /v2/runtime/actions/:action_id/play', {
            params: { action_id: id },
            as: player,
            body,
          })
        ).body,
      done: () => t.done(name),
      command,
    })
    setEvents(played?.events)
    // What the service has against the play, it explains.
    if (!played) setAsked(true)
  }
  const whyNot = (
    <button type="button" aria-expanded={isExplained} onClick={() => setAsked(!isExplained)}>
      <CircleHelp aria-hidden size={14} /> {possible ? t.prospects : t.whyNot}
    </button>
  )
  return (
    <li className="card">
      <div className="player-action-head">
        <h2 id={title}>
          <Name>{name}</Name>
        </h2>
        {!possible && (
          <span className="badge warn">
            <Lock aria-hidden size={12} /> {t.locked}
          </span>
        )}
        <span className="muted">
          {count === 0 ? t.never : t.played(count)}
          {rate && `, ${rateText(rate)}`}
        </span>
      </div>
      {description !== undefined && <p className="muted">{description}</p>}
      {at === undefined ? (
        <form className="player-play" aria-labelledby={title} onSubmit={(event) => void play(event)}>
          <div>
            <label htmlFor={field}>{t.count}</label>
            <input
              id={field}
              type="number"
              min={1}
              required
              value={countText}
              onChange={({ target }) => setCountText(target.value)}
            />
          </div>
          {variables.map((variable) => (
            <VariableField
              key={variable.name}
              variable={variable}
              value={values[variable.name] ?? ''}
              onChange={(value) => setValues((before) => ({ ...before, [variable.name]: value }))}
            />
          ))}
          <ScopesField scopes={scopes} onChange={setScopes} />
          <button type="submit" className={possible ? 'primary' : ''} disabled={isBusy} aria-label={t.playOf(name)}>
            <Play aria-hidden size={14} /> {t.play}
          </button>
          {whyNot}
        </form>
      ) : (
        <p className="row">{whyNot}</p>
      )}
      {isExplained && <WhyNot name={name} query={query} />}
      {events && <Happened events={events} />}
      <CommandLine
        command={at === undefined ? command : `why-not ${shellQuoted(player)} action ${id} --at ${shellQuoted(at)}`}
      />
    </li>
  )
}

/** Numbers go as numbers, and what is no number goes as it is, so that the service says what is wrong with it. */
function typed(variables: readonly Variable[], name: string, value: string): string | number {
  const isInt = variables.some((each) => each.name === name && each.type === 'int')
  return isInt && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
}

interface VariableProps {
  readonly variable: Variable
  readonly value: string
  readonly onChange: (value: string) => void
}

function VariableField({ variable, value, onChange }: VariableProps): ReactNode {
  const { name, type, required = false, default: usual } = variable
  const isRequired = required && usual === undefined
  const field = useId()
  return (
    <div>
      <label htmlFor={field}>
        {name} <span className="muted">{isRequired ? `${type}, ${t.required}` : type}</span>
      </label>
      <input
        id={field}
        inputMode={type === 'int' ? 'numeric' : 'text'}
        required={isRequired}
        value={value}
        placeholder={usual === undefined ? undefined : String(usual)}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

interface WhyNotProps {
  readonly name: string
  readonly query: WhyNotQuery
}

/** Explains what prevents a play, or what it would not give. Spec 6.6 `POST /why-not`. */
export function WhyNot({ name, query }: WhyNotProps): ReactNode {
  const { at } = useGame()
  const found = useLoad(['why-not', JSON.stringify(query)], (client) => whyNotAt(client, query, at))
  return (
    <section className="player-why-not" aria-label={t.explanationOf(name)}>
      <Shown of={found}>{(answer) => <Explanation lines={whyNotText(answer)} />}</Shown>
    </section>
  )
}

/** What a play led to, each with its explanation. */
function Happened({ events: { local, global } }: { readonly events: PlayedEvents }): ReactNode {
  const [explained, setExplained] = useState<string>()
  const section = useRef<HTMLElement>(null)
  const events = [...local, ...global]
  const last = events.at(-1)?.id
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [last])
  return (
    <section ref={section} className="player-happened" aria-label={t.happened} aria-live="polite">
      {events.length === 0 && <p className="muted">{t.nothing}</p>}
      <ol className="player-events">
        {events.map((event) => {
          const sentence = withArrows(eventSentence(event))
          return (
            <li key={event.id}>
              <span>{sentence}</span>
              <button
                type="button"
                className="icon"
                aria-label={texts.players.feed.whyOf(sentence)}
                title={texts.players.feed.why}
                onClick={() => setExplained(event.id)}
              >
                <CircleHelp aria-hidden size={16} />
              </button>
            </li>
          )
        })}
      </ol>
      <WhySheet event={explained} onClose={() => setExplained(undefined)} />
    </section>
  )
}
