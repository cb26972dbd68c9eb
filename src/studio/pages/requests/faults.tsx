import { Trash2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { AnsweredRequest, ShownFaultRule } from '../../../interface/control-answers.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { control } from '../../shell/control.ts'
import { useGame, useNowAndThen } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'

const t = texts.requests.fault

/** Faults apply to the routes of the service, not to the control routes. Spec 6.6. */
export const hasFaults = (path: string): boolean => !path.startsWith('/_gamify')

/** Returns the route of a request, as a fault rule names it. */
export const routeOf = ({ method, path }: Pick<AnsweredRequest, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\?.*/, '')}`

/** What a fault does, as the service takes it, and the options of the command line. */
const effects = {
  fail: { rule: {}, options: '' },
  unavailable: { rule: { status: 503 }, options: ' --status 503' },
  drop: { rule: { drop: true }, options: ' --drop' },
  wait: { rule: { delay_ms: 3_000 }, options: ' --delay 3s' },
} as const

const EFFECTS = ['fail', 'unavailable', 'drop', 'wait'] as const
const RATES = ['1', '0.5', '0.1'] as const

/** How often the faults in force are read, in ms. */
const READ_MS = 2_000

/** Lists the faults that are in force. */
export function FaultsCard({ onAdd }: { readonly onAdd: () => void }): ReactNode {
  const { at, liveClient } = useGame()
  const canChange = at === undefined
  const [isAsking, setAsking] = useState(false)
  // The command line can add one, which is no change of the game.
  const rules = useNowAndThen(['faults'], READ_MS, () => control(liveClient, 'GET /_gamify/faults'))
  const [perform, isBusy] = useDeed()
  const remove = ({ id, route }: ShownFaultRule): void =>
    void perform({
      run: (client) => control(client, 'DELETE /_gamify/faults/:fault_id', { params: { fault_id: id } }),
      done: () => t.removed(route),
      command: `fault clear ${shellQuoted(id)}`,
    })
  const removeAll = (): void =>
    void perform({
      run: (client) => control(client, 'DELETE /_gamify/faults'),
      done: ({ total }) => t.removedAll(total),
      command: 'fault clear',
    })
  const list = rules.value?.data ?? []
  return (
    <section className="card faults" aria-labelledby="requests-faults">
      <header className="page-head">
        <h2 id="requests-faults">{t.title}</h2>
        <p className="muted">{list.length === 0 ? t.none : t.count(list.length)}</p>
        {canChange && (
          <div className="buttons">
            {list.length > 1 && (
              <button type="button" disabled={isBusy} onClick={() => setAsking(true)}>
                {t.removeAll}
              </button>
            )}
            <button type="button" onClick={onAdd}>
              {t.add}
            </button>
          </div>
        )}
      </header>
      {rules.problem !== undefined && (
        <p role="alert" className="problem">
          {rules.problem}
        </p>
      )}
      {list.length > 0 && (
        <ul className="plain">
          {list.map((rule) => (
            <li key={rule.id}>
              <code>{rule.route}</code> <span>{effectText(rule)}</span>{' '}
              <span className="muted">{t.hits(rule.hits)}</span>
              {canChange && (
                <button
                  type="button"
                  className="icon"
                  disabled={isBusy}
                  aria-label={t.remove(rule.route)}
                  onClick={() => remove(rule)}
                >
                  <Trash2 aria-hidden size={16} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Confirm
        title={t.removeAllTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.removeAll}
        command="fault clear"
        onConfirm={removeAll}
      >
        <p>{t.removeAllText}</p>
      </Confirm>
    </section>
  )
}

/** Describes what a rule does to the calls that it hits. */
function effectText({ drop, status, error, delay_ms, rate, times }: ShownFaultRule): string {
  const waits = delay_ms === undefined ? [] : [t.waits(delay_ms)]
  const ends = drop
    ? [t.drops]
    : error !== undefined || status !== undefined || waits.length === 0
      ? [t.answers(status, error)]
      : []
  return [
    ...waits,
    ...ends,
    ...(rate < 1 ? [t.share(rate)] : []),
    ...(times === undefined ? [] : [t.times(times)]),
  ].join(', ')
}

/** Offers what can go wrong with the calls of a route. A click puts it in force. */
export function FaultSheet({ route, onClose }: { readonly route: string; readonly onClose: () => void }): ReactNode {
  const [pattern, setPattern] = useState(route)
  const [rate, setRate] = useState<string>('1')
  const [isOnce, setOnce] = useState(false)
  const [perform, isBusy] = useDeed()
  const [field, rateField] = [useId(), useId()]
  const bounds = `${rate === '1' ? '' : ` --rate ${rate}`}${isOnce ? ' --times 1' : ''}`
  const add = async (effect: (typeof EFFECTS)[number]): Promise<void> => {
    const { rule, options } = effects[effect]
    const done = await perform({
      run: (client) =>
        control(client, 'POST /_gamify/faults', {
          body: { route: pattern, rate: Number(rate), ...rule, ...(isOnce && { times: 1 }) },
        }),
      done: (added) => t.added(added.route, effectText(added)),
      command: `fault add --route ${shellQuoted(pattern)}${options}${bounds}`,
    })
    if (done) onClose()
  }
  return (
    <Sheet title={t.button} isOpen onClose={onClose}>
      <label htmlFor={field}>{t.route}</label>
      <input
        id={field}
        value={pattern}
        placeholder="POST /v2/runtime/actions/:id/play"
        onChange={({ target }) => setPattern(target.value)}
      />
      <p className="muted">{t.pattern}</p>
      <div className="row">
        <label htmlFor={rateField}>{t.rate}</label>
        <select id={rateField} value={rate} onChange={({ target }) => setRate(target.value)}>
          {RATES.map((each) => (
            <option key={each} value={each}>
              {t.rates[each]}
            </option>
          ))}
        </select>
        <label className="check">
          <input type="checkbox" checked={isOnce} onChange={({ target }) => setOnce(target.checked)} />
          {t.once}
        </label>
      </div>
      <div className="effects">
        {EFFECTS.map((effect) => (
          <button
            key={effect}
            type="button"
            disabled={isBusy || pattern.trim() === ''}
            onClick={() => void add(effect)}
          >
            {t.effects[effect]}
          </button>
        ))}
      </div>
      <CommandLine command={`fault add --route ${shellQuoted(pattern)}${bounds}`} />
    </Sheet>
  )
}
