import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { scoreText } from '../../../sentences/score-text.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { optionName } from '../../parts/name.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { texts } from '../../texts.ts'
import type { PlayerDesign, PlayerMetric } from './metrics.ts'

const t = texts.players.scores

type Verb = keyof typeof t.verbs

interface EditProps {
  readonly player: string
  readonly design: PlayerDesign
  /** The metric to begin with; undefined while nothing is edited. */
  readonly edited: { readonly metric: string | undefined } | undefined
  readonly onClose: () => void
}

/** Changes a score of a player: points, a state, or how many of an item. Spec 4.14. */
export function EditScore({ player, design, edited, onClose }: EditProps): ReactNode {
  const metrics = design.metrics.filter(({ type }) => type !== 'compound')
  const first = metrics.find(({ id }) => id === edited?.metric) ?? metrics[0]
  return (
    <Sheet title={t.change} isOpen={edited !== undefined} onClose={onClose}>
      {first ? (
        <EditForm player={player} metrics={metrics} first={first} onClose={onClose} />
      ) : (
        <p className="muted">{t.noMetrics}</p>
      )}
    </Sheet>
  )
}

interface FormProps {
  readonly player: string
  readonly metrics: readonly PlayerMetric[]
  readonly first: PlayerMetric
  readonly onClose: () => void
}

function EditForm({ player, metrics, first, onClose }: FormProps): ReactNode {
  const [metricField, verbField, partField, valueField] = [useId(), useId(), useId(), useId()]
  const [metric, setMetric] = useState(first)
  const [chosenVerb, setVerb] = useState<Verb>('add')
  const [chosenPart, setPart] = useState<string>()
  const [amount, setAmount] = useState(first.type === 'set' ? '1' : '')
  const [perform, isBusy] = useDeed()
  const part = chosenPart ?? metric.parts[0] ?? ''
  const isState = metric.type === 'state'
  const isSet = metric.type === 'set'
  const verb = isState && chosenVerb === 'add' ? 'set' : chosenVerb
  const value = isState ? part : amount
  const command = [
    `player score ${shellQuoted(player)} ${metric.id} ${value === '' ? 'VALUE' : shellQuoted(value)}`,
    ...(verb === (isState ? 'set' : 'add') ? [] : [`--verb ${verb}`]),
    ...(isSet ? [`--item ${shellQuoted(part)}`] : []),
  ].join(' ')
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const reward = {
      metric: { id: metric.id, type: metric.type },
      verb,
      value: isSet ? { [part]: value } : value,
    }
    const done = await perform({
      run: async (client) =>
        (
          await client.call('PATCH /v2/admin/players/:player_id/scores', {
            params: { player_id: player },
            body: { rewards: [reward] },
          })
        ).body,
      done: ({ scores }) => {
        const score = scores.find((each) => each.metric.id === metric.id)
        return score ? t.changed(metric.name, scoreText(score)) : t.removed(metric.name)
      },
      command,
    })
    if (done) onClose()
  }
  return (
    <form className="players-form" onSubmit={(event) => void change(event)}>
      <label htmlFor={metricField}>{t.metric}</label>
      <select
        id={metricField}
        value={metric.id}
        autoFocus
        onChange={({ target }) => {
          setMetric(metrics.find(({ id }) => id === target.value) ?? first)
          setPart(undefined)
        }}
      >
        {metrics.map(({ id, name }) => (
          <option key={id} value={id}>
            {optionName(name)}
          </option>
        ))}
      </select>
      <label htmlFor={verbField}>{t.verb}</label>
      <select
        id={verbField}
        value={verb}
        onChange={({ target }) => setVerb(verbs.find((each) => each === target.value) ?? 'add')}
      >
        {verbs
          .filter((each) => !isState || each === 'set')
          .map((each) => (
            <option key={each} value={each}>
              {t.verbs[each]}
            </option>
          ))}
      </select>
      {(isState || isSet) && (
        <>
          <label htmlFor={partField}>{isState ? t.stateName : t.item}</label>
          <select id={partField} value={part} onChange={({ target }) => setPart(target.value)}>
            {metric.parts.map((name) => (
              <option key={name} value={name}>
                {optionName(name)}
              </option>
            ))}
          </select>
        </>
      )}
      {!isState && (
        <>
          <label htmlFor={valueField}>{t.value}</label>
          <input
            id={valueField}
            required
            value={amount}
            aria-describedby={`${valueField}-hint`}
            onChange={({ target }) => setAmount(target.value)}
          />
          <span id={`${valueField}-hint`} className="muted">
            {t.valueHint}
          </span>
        </>
      )}
      <CommandLine command={command} />
      <footer>
        <button type="button" onClick={onClose}>
          {texts.shell.cancel}
        </button>
        <button type="submit" className="primary" disabled={isBusy}>
          {t.submit}
        </button>
      </footer>
    </form>
  )
}

const verbs: readonly Verb[] = ['add', 'remove', 'set']
