import { CircleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { differencesOf, type Difference } from '../../../game/design/differences.ts'
import { emptyDesign, type DesignSource } from '../../../game/design/source.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { texts } from '../../texts.ts'
import { withComponent } from './design-data.ts'
import { DifferenceList } from './difference-list.tsx'
import { keepDraft, type Draft } from './drafts.ts'
import { readJson } from './json-text.ts'
import type { EditedKind } from './schemas.ts'

const t = texts.design

/** Tells that somebody else changed the component, and lets the person choose. Nothing is lost before. Spec 8.3. */
export function Outdated({
  name,
  draft,
  present,
  kind,
  id,
}: {
  readonly name: string
  readonly draft: Draft
  readonly present: object | undefined
  readonly kind: EditedKind
  readonly id: string
}): ReactNode {
  const [isCompared, setCompared] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const read = readJson(draft.text, t.syntax, t.notJson)
  const mine = 'value' in read ? read.value : undefined
  return (
    <section role="alert" className="card outdated">
      <p>
        <CircleAlert aria-hidden size={16} /> {present === undefined ? t.theyDeleted : t.theyChanged}
      </p>
      <div className="buttons">
        <button type="button" onClick={() => setCompared(true)}>
          {t.compare}
        </button>
        <button type="button" onClick={() => keepDraft(name, { ...draft, base: present && JSON.stringify(present) })}>
          {t.keepMine}
        </button>
        <button type="button" onClick={() => setTaking(true)}>
          {t.takeTheirs}
        </button>
      </div>
      <Confirm
        title={t.takeTheirsTitle}
        isOpen={isTaking}
        onClose={() => setTaking(false)}
        action={t.takeTheirs}
        onConfirm={() => keepDraft(name, undefined)}
      >
        <p>{t.discardText}</p>
      </Confirm>
      <Sheet title={t.compareTitle} isOpen={isCompared} onClose={() => setCompared(false)} isWide>
        <p>{t.compareText}</p>
        {mine === undefined ? (
          <pre>{draft.text}</pre>
        ) : (
          <DifferenceList differences={between(kind, id, present, mine)} isLinked={false} />
        )}
      </Sheet>
    </section>
  )
}

/** Returns the differences between two values of a component. */
function between(kind: EditedKind, id: string, before: object | undefined, after: unknown): readonly Difference[] {
  const of = (value: unknown): DesignSource =>
    value === undefined ? emptyDesign : withComponent(emptyDesign, kind, id, value)
  return differencesOf(of(before), of(after))
}
