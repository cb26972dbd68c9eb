import { eventSentence, type ShownEvent } from '../../terminal/render/event-sentence.ts'
import type { Message } from '../model.ts'

/** The events of a play as a message. */
export function eventsSaid(
  { local, global }: { readonly local: readonly ShownEvent[]; readonly global: readonly ShownEvent[] },
  commandLine: string,
): Message {
  const told = [...local, ...global].map((event) => eventSentence(event))
  return { tone: 'good', text: told.join('; '), commandLine }
}
