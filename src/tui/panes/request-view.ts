import { answererOf, pendingOf, requestWords, type Subject } from '../deeds/approval-deeds.ts'
import type { TextView } from '../pane.ts'
import { wrapped } from '../wrapped.ts'
import { printable } from '../../terminal/render/printable.ts'
import { shownOf } from './shown-of.ts'

/** The pending requests about a row, as its owner sees them. */
export function requestView<Item>(subjectOf: (item: Item) => Subject): TextView<Item> {
  return {
    kind: 'text',
    name: 'requests',
    draw: (item, drawing) => {
      const subject = subjectOf(item)
      const as = answererOf(subject, undefined)
      if (as === undefined)
        return wrapped(
          `This ${subject.kind} has no owner to answer requests. Press a to choose a player who answers.`,
          drawing.width,
        )
      const requests = {
        key: `requests about ${subject.kind} ${subject.id}`,
        load: (client: Parameters<typeof pendingOf>[0]) => pendingOf(client, subject, as),
      }
      return shownOf(drawing, requests, (found) =>
        found.length === 0
          ? ['There are no pending requests.']
          : found.flatMap((request) => wrapped(printable(requestWords(request)), drawing.width)),
      )
    },
  }
}
