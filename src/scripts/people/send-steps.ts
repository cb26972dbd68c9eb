import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import type { HistoryStep } from './generated-history.ts'

/** The number of steps that are sent at a time. */
const STEPS_PER_PIECE = 200

/** The result of steps that were sent. */
export interface Sent {
  readonly sent: number
  readonly done: number
  /** The error of the first rejected step, in the words of the service. */
  readonly refusal: string | undefined
}

/** Sends steps to a service until it is stopped. */
export interface Sender {
  /**
   * Sends steps in one call of `POST /_gamify/commands`. Each step is created when the service is ready for it. Calls
   * `onSent` with the number of steps so far.
   */
  readonly send: (steps: Iterable<HistoryStep>, onSent: (steps: number) => void) => Promise<Sent>
  /**
   * Ends the current call after the steps that were already sent, and resolves when they are done. After that, `send`
   * never resolves.
   */
  readonly stop: () => Promise<void>
}

/** Creates a sender of steps. Spec 6.6. */
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
