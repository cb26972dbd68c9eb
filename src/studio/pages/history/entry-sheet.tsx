import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { JournalEntry } from '../../../interface/control-answers.ts'
import type { Why } from '../../../interface/why-answer.ts'
import { engineSentence } from '../../../sentences/engine-sentence.ts'
import { eventSentence, type ShownEvent } from '../../../sentences/event-sentence.ts'
import { failuresIn, reasonsFor } from '../../../sentences/why-text.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { entrySentences } from '../../parts/entry-list.tsx'
import { GameTime } from '../../parts/game-time.tsx'
import { Go } from '../../parts/go.tsx'
import { Shown } from '../../parts/problem.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { pathOf } from '../../shell/address.ts'
import { control } from '../../shell/control.ts'
import { useGame } from '../../shell/game.tsx'
import { useSettled } from '../../shell/use-settled.ts'
import { texts, withArrows } from '../../texts.ts'
import { readEntries } from './reading.ts'

const t = texts.history.entry

interface EntrySheetProps {
  readonly seq: number
  readonly first: number
  readonly last: number
  readonly onClose: () => void
  readonly onOpen: (seq: number) => void
  /** Shows the game after an entry. */
  readonly onShow: (seq: number) => void
  readonly onRewind: (seq: number) => void
}

/** Shows an entry: its command, its caller, its events with the reasons for each, and the ways to the game around it. */
export function EntrySheet({ seq, first, last, onClose, onOpen, onShow, onRewind }: EntrySheetProps): ReactNode {
  const { liveClient } = useGame()
  const found = useSettled(
    ['entry', seq],
    async () => (await readEntries(liveClient, { since: seq, until: seq }))[0] ?? null,
  )
  return (
    <Sheet title={t.title(seq)} isOpen onClose={onClose} isWide>
      <div className="buttons">
        <button type="button" disabled={seq <= first} onClick={() => onOpen(seq - 1)}>
          <ArrowLeft aria-hidden size={16} /> {t.previous}
        </button>
        <button type="button" disabled={seq >= last} onClick={() => onOpen(seq + 1)}>
          {t.next} <ArrowRight aria-hidden size={16} />
        </button>
      </div>
      <Shown of={found}>{(entry) => (entry === null ? <p>{t.missing}</p> : <EntryView entry={entry} />)}</Shown>
      <footer className="entry-deeds">
        <button type="button" disabled={seq <= first} onClick={() => onShow(seq - 1)}>
          {t.before}
        </button>
        <button type="button" onClick={() => onShow(seq)}>
          {t.after}
        </button>
        <button type="button" className="danger" onClick={() => onRewind(seq)}>
          {texts.history.rewind.button}
        </button>
      </footer>
    </Sheet>
  )
}

function EntryView({ entry }: { readonly entry: JournalEntry }): ReactNode {
  const { seq, at, op, caller, input } = entry
  return (
    <>
      <dl className="facts">
        <dt>{t.time}</dt>
        <dd>
          <GameTime at={at} />
        </dd>
        <dt>{t.command}</dt>
        <dd>
          <code>{op}</code>
        </dd>
        <dt>{t.caller}</dt>
        <dd>
          {caller.player !== undefined && <Go to={pathOf('players', caller.player)}>{caller.player}</Go>}{' '}
          <span className="muted">{t.client(caller.client)}</span>
        </dd>
      </dl>
      <Events entry={entry} />
      <details>
        <summary>{t.input}</summary>
        <pre tabIndex={0}>{JSON.stringify(input, undefined, 2)}</pre>
      </details>
      <details>
        <summary>{t.raw}</summary>
        <pre tabIndex={0}>{JSON.stringify(entry.events, undefined, 2)}</pre>
      </details>
      <CommandLine command={`why ${seq}`} />
    </>
  )
}

/** An entry whose events no player sees has nothing to explain: the service says so, and its sentences are shown alone. */
function Events({ entry }: { readonly entry: JournalEntry }): ReactNode {
  const { liveClient } = useGame()
  const isExplained = (entry.events as readonly ShownEvent[]).some(
    (event) => engineSentence(event, entry) === undefined,
  )
  const why = useSettled(['why', entry.seq], () => reasonsOf(liveClient, entry.seq), isExplained)
  const sentences = entrySentences(entry)
  return (
    <section aria-labelledby="entry-events">
      <h2 id="entry-events">{t.events(sentences.length)}</h2>
      {why.value ? (
        <Explained why={why.value} />
      ) : (
        <ul className="plain explained">
          {sentences.map((sentence, i) => (
            // Two events of an entry can have the same sentence.
            <li key={i}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

async function reasonsOf(client: Client, seq: number): Promise<Why | null> {
  try {
    return await control(client, 'GET /_gamify/why/:event_id', { params: { event_id: String(seq) } })
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

function Explained({ why }: { readonly why: Why }): ReactNode {
  const failures = failuresIn(why)
  return (
    <>
      <ol className="explained">
        {[why, ...why.others].map(({ event, reverted }) => (
          <li key={event.id}>
            <p>{withArrows(eventSentence(event as unknown as ShownEvent))}</p>
            {reverted && <p className="muted">{t.reverted(reverted.at)}</p>}
            <Reasons lines={reasonsFor(why, event.id)} />
          </li>
        ))}
      </ol>
      {failures.length > 0 && (
        <details>
          <summary>{t.failures(failures.length)}</summary>
          <Reasons lines={failures} />
        </details>
      )}
      {why.note !== undefined && <p className="muted">{why.note}</p>}
    </>
  )
}

function Reasons({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    lines.length > 0 && (
      <ul className="reasons">
        {lines.map((line, i) => (
          <li key={i}>{withArrows(line)}</li>
        ))}
      </ul>
    )
  )
}
