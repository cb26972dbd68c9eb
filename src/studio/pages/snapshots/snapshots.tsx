import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { ControlAnswer } from '../../../interface/control-answers.ts'
import { sizeText } from '../../../sentences/quantities.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { useDeed } from '../../parts/toast.tsx'
import { useQuery } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame, useLoadLive } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { download, upload } from './transfer.ts'

const t = texts.snapshots

type Snapshot = ControlAnswer<'POST /_gamify/snapshots'>

/** The snapshots of the game, and the whole of it as a file. Spec 8.2. */
export function Snapshots(): ReactNode {
  const { runtime } = useGame()
  const snapshots = useLoadLive(['snapshots'], (client) => control(client, 'GET /_gamify/snapshots'))
  return (
    <>
      <header className="page-head">
        <h1>{texts.nav.snapshots}</h1>
        <p className="muted">{t.about(runtime)}</p>
      </header>
      <div className="columns">
        <section className="card" aria-labelledby="snapshots-list">
          <h2 id="snapshots-list">{t.list}</h2>
          <SaveForm />
          <Shown of={snapshots}>{({ data }) => <List snapshots={data.toReversed()} />}</Shown>
          <CommandLine command="snapshot list" />
        </section>
        <StateCard />
      </div>
    </>
  )
}

/** The names that the service accepts. Spec 6.6. */
const NAME = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}'

function SaveForm(): ReactNode {
  const [name, setName] = useState('')
  const [perform, isBusy] = useDeed()
  const [field, hint] = [useId(), useId()]
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const done = await perform({
      run: (client) => control(client, 'POST /_gamify/snapshots', { body: { name } }),
      done: (saved) => t.saved(saved.name, saved.seq),
      command: `snapshot save ${name}`,
    })
    if (done) setName('')
  }
  return (
    <form className="row" onSubmit={(event) => void save(event)}>
      <label htmlFor={field}>{t.name}</label>
      <input
        id={field}
        value={name}
        required
        pattern={NAME}
        maxLength={64}
        aria-describedby={hint}
        title={t.rule}
        placeholder={t.example}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="primary" disabled={isBusy}>
        {t.save}
      </button>
      <p id={hint} className="muted hint">
        {t.rule}
      </p>
    </form>
  )
}

/** What is asked about before it is done. */
interface Question {
  readonly deed: 'restore' | 'delete'
  readonly snapshot: Snapshot
}

function List({ snapshots }: { readonly snapshots: readonly Snapshot[] }): ReactNode {
  const [question, setQuestion] = useState<Question>()
  const close = (): void => setQuestion(undefined)
  if (snapshots.length === 0) return <p className="empty">{t.nothing}</p>
  return (
    <>
      <ul className="plain snapshots">
        {snapshots.map((snapshot) => (
          <li key={snapshot.name}>
            <div>
              <p>
                <strong>{snapshot.name}</strong> {isAutomatic(snapshot) && <span className="badge">{t.automatic}</span>}
              </p>
              <p className="muted">
                <time dateTime={snapshot.created}>{new Date(snapshot.created).toLocaleString()}</time>,{' '}
                <Go to={`/history?entry=${snapshot.seq}`}>{t.entry(snapshot.seq)}</Go>, {sizeText(snapshot.size)}
              </p>
            </div>
            <div className="buttons">
              <button
                type="button"
                aria-label={t.restoreOf(snapshot.name)}
                onClick={() => setQuestion({ deed: 'restore', snapshot })}
              >
                {t.restore}
              </button>
              <button
                type="button"
                className="danger"
                aria-label={t.deleteOf(snapshot.name)}
                onClick={() => setQuestion({ deed: 'delete', snapshot })}
              >
                {t.delete}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {question?.deed === 'restore' && <Restore snapshot={question.snapshot} onClose={close} />}
      {question?.deed === 'delete' && <Delete snapshot={question.snapshot} onClose={close} />}
    </>
  )
}

/** Automatic snapshots are those that the emulator saves before it replaces the game. Spec 6.6. */
const isAutomatic = ({ name }: Snapshot): boolean => /^before-(?:restore|rewind|import|reset)-\d+(?:-\d+)?$/.test(name)

interface QuestionProps {
  readonly snapshot: Snapshot
  readonly onClose: () => void
}

const DESIGNS = ['', 'recorded', 'current'] as const

function DesignChoice({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (design: string) => void
}): ReactNode {
  const field = useId()
  return (
    <p className="row">
      <label htmlFor={field}>{t.design.label}</label>
      <select id={field} value={value} onChange={({ target }) => onChange(target.value)}>
        {DESIGNS.map((each) => (
          <option key={each} value={each}>
            {t.design[each || 'usual']}
          </option>
        ))}
      </select>
    </p>
  )
}

/** Asks before it restores a snapshot. The live game is shown after it. */
function Restore({ snapshot: { name, seq }, onClose }: QuestionProps): ReactNode {
  const [design, setDesign] = useState('')
  const [perform] = useDeed()
  const toLive = useToLive()
  const withDesign = design === '' ? '' : ` --with-design ${design}`
  const restore = async (): Promise<void> => {
    const done = await perform({
      run: (client) =>
        control(client, 'POST /_gamify/snapshots/:name/restore', {
          params: { name },
          query: { with_design: design || undefined },
        }),
      done: ({ snapshot, design: runs }) => t.restored(name, snapshot, runs?.runs),
      command: `snapshot restore ${name}${withDesign} --yes`,
      isOfPast: true,
    })
    if (done) toLive()
  }
  return (
    <Confirm
      title={t.restoreTitle(name)}
      isOpen
      onClose={onClose}
      action={t.restore}
      command={`snapshot restore ${name}${withDesign}`}
      onConfirm={() => void restore()}
    >
      <p>{t.restoreWarning(seq)}</p>
      <p>{t.undo}</p>
      <DesignChoice value={design} onChange={setDesign} />
    </Confirm>
  )
}

function Delete({ snapshot: { name }, onClose }: QuestionProps): ReactNode {
  const [perform] = useDeed()
  const remove = (): void =>
    void perform({
      run: (client) => control(client, 'DELETE /_gamify/snapshots/:name', { params: { name } }),
      done: () => t.deleted(name),
      command: `snapshot delete ${name} --yes`,
      isOfPast: true,
    })
  return (
    <Confirm
      title={t.deleteTitle(name)}
      isOpen
      onClose={onClose}
      action={t.delete}
      command={`snapshot delete ${name}`}
      onConfirm={remove}
    >
      <p>{t.deleteWarning}</p>
    </Confirm>
  )
}

/** A moment of the game that was replaced says nothing about the new one. */
function useToLive(): () => void {
  const { at } = useGame()
  const [, change] = useQuery()
  return () => {
    if (at !== undefined) change({ at: undefined })
  }
}

/** Exports the whole game to a file, and imports one. */
function StateCard(): ReactNode {
  const { liveClient, session } = useGame()
  const [problem, setProblem] = useState<string>()
  const file = `${session.game.id}.ndjson`
  const save = (): void => {
    setProblem(undefined)
    download(liveClient, file).catch((error: unknown) => setProblem(String(error)))
  }
  return (
    <section className="card" aria-labelledby="snapshots-state">
      <h2 id="snapshots-state">{t.state.title}</h2>
      <p className="muted">{t.state.about}</p>
      <div className="buttons">
        <button type="button" onClick={save}>
          {t.state.export}
        </button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <CommandLine command={`state export ${file}`} />
      <hr />
      <Import />
    </section>
  )
}

function Import(): ReactNode {
  const { liveClient } = useGame()
  const [file, setFile] = useState<File>()
  const [design, setDesign] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState<number>()
  const [perform, isBusy] = useDeed()
  const toLive = useToLive()
  const ending = useRef(new AbortController())
  const field = useId()
  const withDesign = design === '' ? '' : ` --with-design ${design}`
  const load = async (chosen: File): Promise<void> => {
    ending.current = new AbortController()
    setSent(0)
    const done = await perform({
      run: () => upload(liveClient, chosen, { design, onProgress: setSent, signal: ending.current.signal }),
      done: ({ players, seq, snapshot }) => t.state.imported(players, seq, snapshot),
      command: `state import ${chosen.name}${withDesign} --yes`,
      isOfPast: true,
    })
    setSent(undefined)
    if (done) toLive()
  }
  return (
    <>
      <label htmlFor={field}>{t.state.file}</label>
      <input
        id={field}
        type="file"
        accept=".ndjson,.jsonl,.json,application/x-ndjson"
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <DesignChoice value={design} onChange={setDesign} />
      <div className="buttons">
        <button type="button" disabled={file === undefined || isBusy} onClick={() => setAsking(true)}>
          {t.state.import}
        </button>
        {sent !== undefined && (
          <button type="button" onClick={() => ending.current.abort()}>
            {texts.shell.cancel}
          </button>
        )}
      </div>
      {sent !== undefined && (
        <p role="status">
          <progress value={sent < 1 ? sent : undefined} max={1} aria-label={t.state.progress} />{' '}
          {sent < 1 ? t.state.sending(Math.floor(sent * 100)) : t.state.making}
        </p>
      )}
      {file && (
        <Confirm
          title={t.state.importTitle(file.name)}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          action={t.state.importAction}
          command={`state import ${file.name}${withDesign}`}
          onConfirm={() => void load(file)}
        >
          <p>{t.state.importWarning(sizeText(file.size))}</p>
          <p>{t.undo}</p>
        </Confirm>
      )}
    </>
  )
}
