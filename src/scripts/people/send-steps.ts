import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import type { HistoryStep } from './generated-history.ts'

/** So many steps go out in one piece. */
const STEPS_PER_PIECE = 200

/** What came of steps that were sent. */
export interface Sent {
  readonly sent: number
  readonly done: number
  /** Why the first that was refused was, in the words of the service. */
  readonly refusal: string | undefined
}

/** Sends steps to a service, until it is stopped. */
export interface Sender {
  /** Sends steps in one call of `POST /_gamify/commands`, each made when the service is ready for it; `onSent` counts them. */
  readonly send: (steps: Iterable<HistoryStep>, onSent: (steps: number) => void) => Promise<Sent>
  /** Ends the call under way after the steps that are out already; resolves when they are done. No call returns from then on. */
  readonly stop: () => Promise<void>
}

/** A sender of steps. Spec 6.6. */
export function createSender(client: Client): Sender {
  let isStopped = false
  let underWay: Promise<unknown> = Promise.resolve()
  return {
    async send(steps, onSent) {
      const sent = sendSteps(client, steps, onSent, () => isStopped)
      underWay = sent.catch(() => {})
      const done = await sent
      return isStopped ? new Promise<never>(() => {}) : done
    },
    async stop() {
      isStopped = true
      await underWay
    },
  }
}

async function sendSteps(
  client: Client,
  steps: Iterable<HistoryStep>,
  onSent: (steps: number) => void,
  isStopped: () => boolean,
): Promise<Sent> {
  let sent = 0
  const pieces = async function* (): AsyncGenerator<string, void> {
    let lines: string[] = []
    for (const step of steps) {
      if (isStopped()) return
      lines.push(JSON.stringify(step))
      if (lines.length < STEPS_PER_PIECE) continue
      yield `${lines.join('\n')}\n`
      onSent((sent += lines.length))
      lines = []
    }
    yield lines.join('\n')
    onSent((sent += lines.length))
  }
  const { body } = await control(client, 'POST /_gamify/commands', {
    stream: { type: 'application/x-ndjson', pieces },
  })
  const { done, failed } = body
  const [first] = failed
  return { sent, done, refusal: first && `${first.error}: ${first.error_description}` }
}
