import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { LabFile } from '../../../interface/lab-jobs.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { optionName } from '../../parts/name.tsx'
import { texts } from '../../texts.ts'
import { useJob } from './job.ts'
import { numberFields, withNumber } from './numbers.ts'
import { Running } from './running.tsx'

const t = texts.lab

/** A report that was made since the page was opened, or is being made. */
interface Made {
  readonly number: number
  readonly title: string
  readonly report: SimulationReport
}

/** Runs a simulation of the project or the built-in one, with other numbers, and shows two of the last reports beside each other. */
export function Simulate({ files }: { readonly files: readonly LabFile[] }): ReactNode {
  const [chosen, setChosen] = useState(files[0]?.id ?? '')
  const file = files.find(({ id }) => id === chosen)
  const [value, setValue] = useState(file?.value)
  const [seed, setSeed] = useState('')
  const [made, setMade] = useState<readonly Made[]>([])
  const { job, start, cancel } = useJob<SimulationReport>('simulate')
  const field = useId()
  const isChanged = JSON.stringify(value) !== JSON.stringify(file?.value)
  const choose = (id: string): void => {
    setChosen(id)
    setValue(files.find((each) => each.id === id)?.value)
  }
  const [running, setRunning] = useState('')
  const shown = job.partial ? [{ number: made.length + 1, title: running, report: job.partial }, ...made] : made
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const title = file?.id ?? t.builtIn
    setRunning(title)
    const report = await start({
      ...(value !== undefined && { simulation: value }),
      ...(seed !== '' && { seed }),
      partial: true,
    })
    if (report) setMade((before) => [{ number: before.length + 1, title, report }, ...before])
  }
  return (
    <>
      <form className="card" onSubmit={(event) => void run(event)}>
        <div className="row">
          <label htmlFor={`${field}-file`}>{t.simulation}</label>
          <select id={`${field}-file`} value={chosen} onChange={({ target }) => choose(target.value)}>
            {files.map(({ id, file: path }) => (
              <option key={id} value={id}>
                {optionName(path)}
              </option>
            ))}
            <option value="">{t.builtIn}</option>
          </select>
          <label htmlFor={`${field}-seed`}>{t.seed}</label>
          <input
            id={`${field}-seed`}
            value={seed}
            placeholder={chosen}
            onChange={({ target }) => setSeed(target.value)}
          />
          <button type="submit" className="primary" disabled={job.isRunning}>
            {t.run}
          </button>
        </div>
        {value !== undefined && (
          <fieldset className="numbers">
            <legend>{t.numbers}</legend>
            {numberFields(value).map(({ path, label, value: number }) => (
              <label key={path.join('.')}>
                <span>{label}</span>
                <input
                  type="number"
                  step="any"
                  required
                  value={Number.isNaN(number) ? '' : number}
                  onChange={({ target }) => setValue(withNumber(value, path, target.valueAsNumber))}
                />
              </label>
            ))}
          </fieldset>
        )}
        <Running job={job} onCancel={cancel} />
        {isChanged ? (
          <p className="muted">{t.changed}</p>
        ) : (
          <CommandLine
            command={`simulate${file ? ` ${shellQuoted(file.file)}` : ''}${seed === '' ? '' : ` --random-seed ${shellQuoted(seed)}`}`}
          />
        )}
      </form>
      {shown.length > 0 && <Reports made={shown} />}
    </>
  )
}

/** Shows the newest report, or two beside each other. */
function Reports({ made }: { readonly made: readonly Made[] }): ReactNode {
  const [second, setSecond] = useState('')
  const other = made.find(({ number }) => String(number) === second)
  const [newest] = made
  if (!newest) return null
  return (
    <>
      {made.length > 1 && (
        <label className="row">
          {t.second}
          <select value={second} onChange={({ target }) => setSecond(target.value)}>
            <option value="">{t.nothing}</option>
            {made.slice(1).map(({ number, title }) => (
              <option key={number} value={number}>
                {t.made(number, title)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className={other ? 'two-reports' : undefined}>
        <ReportView key={newest.number} made={newest} />
        {other && <ReportView key={other.number} made={other} />}
      </div>
    </>
  )
}

/** How many times as long as drawing a report takes the next one waits at least, while a simulation runs. */
const PATIENCE = 10

function ReportView({ made: { report, title, number } }: { readonly made: Made }): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const nextMs = useRef(0)
  useEffect(() => {
    const { current } = host
    if (!current) return
    void import('../../../lab/page/browser/embedded.ts').then(({ embedSimulation, isBeingRead }) => {
      const begunMs = performance.now()
      if (report.partial && (begunMs < nextMs.current || isBeingRead(current))) return
      embedSimulation(current, report, t.made(number, title))
      nextMs.current = begunMs + PATIENCE * (performance.now() - begunMs)
    })
  }, [report, title, number])
  return <div ref={host} className="report-host" />
}
