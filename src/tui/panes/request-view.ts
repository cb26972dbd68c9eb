import { answererOf, pendingOf, requestWords, type Subject } from '../deeds/approval-deeds.ts'
import type { TextView } from '../pane.ts'
import { wrapped } from '../wrapped.ts'
import { printable } from '../../cli/render/printable.ts'
import { shownOf } from './shown-of.ts'

/** What players ask for about something, as its owner is told. */
export function requestView<Item>(subjectOf: (item: Item) => Subject): TextView<Item> {
  return {
    kind: 'text',
    name: 'requests',
    draw: (item, drawing) => {
      const subject = subjectOf(item)
      const as = answererOf(subject, undefined)
      if (as === undefined)
        return wrapped(
          "It has no owner to answer requests. Press 'a' to choose another player who answers.",
          drawing.width,
        )
      const requests = {
        key: `requests about ${subject.kind} ${subject.id}`,
        load: (client: Parameters<typeof pendingOf>[0]) => pendingOf(client, subject, as),
      }
      return shownOf(drawing, requests, (found) =>
        found.length === 0
          ? ['Nobody asks for anything.']
          : found.flatMap((request) => wrapped(printable(requestWords(request)), drawing.width)),
      )
    },
  }
}
