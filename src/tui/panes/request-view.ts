import { answererOf, pendingOf, requestWords, type Subject } from '../commands/requests.ts'
import type { TextView } from '../pane.ts'
import { wrap } from '../wrapped.ts'
import { printable } from '../../terminal/render/printable.ts'
import { shownOf } from './shown-of.ts'

/** The pending requests about a row, as its owner sees them. */
export function requestView<Item>(subjectOf: (item: Item) => Subject): TextView<Item> {
  return {
    kind: 'text',
    name: 'requests',
    draw: (item, canvas) => {
      const subject = subjectOf(item)
      const as = answererOf(subject, undefined)
      if (as === undefined)
        return wrap(
          `This ${subject.kind} has no owner to answer requests. Press a to choose a player who answers.`,
          canvas.width,
        )
      const requests = {
        key: `requests about ${subject.kind} ${subject.id}`,
        load: (client: Parameters<typeof pendingOf>[0]) => pendingOf(client, subject, as),
      }
      return shownOf(canvas, requests, (found) =>
        found.length === 0
          ? ['There are no pending requests.']
          : found.flatMap((request) => wrap(printable(requestWords(request)), canvas.width)),
      )
    },
  }
}
