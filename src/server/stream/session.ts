import type { Notice } from '../../emulator/history/notices.ts'
import { faultBody, isFault, type Fault } from '../../game/kernel/fault.ts'
import { type Admitted, isAuthResponse, parseAuthResponse, type AuthResponse } from './admission.ts'
import { MAX_WAITING_CHARS } from './notice-queue.ts'

/** How long a client can take to answer the challenge. Spec 5.4. */
const CHALLENGE_MS = 10_000

/** The connection of one client, over any transport. */
export interface Line {
  /** Sends a message, in order; `taken` is called when the transport has taken it. */
  readonly send: (message: string, taken: () => void) => void
  /** Closes it when everything is sent. */
  readonly finish: () => void
  /** Closes it at once. What the transport has not taken is lost. */
  readonly cut: () => void
}

/** Checks an answer to the challenge. Never rejects. */
export type Admit = (answer: AuthResponse) => Promise<Fault | Admitted>

/** One stream over Engine.IO: challenges the client, then sends it each notification. Spec 5.4. */
export class StreamSession {
  readonly #line: Line
  readonly #admit: Admit
  readonly #challenge: NodeJS.Timeout
  #state: 'challenged' | 'answered' | 'over' = 'challenged'
  #waitingChars = 0
  #leave = (): void => {}

  constructor(line: Line, admit: Admit) {
    this.#line = line
    this.#admit = admit
    this.#challenge = setTimeout(() => this.#refuse('The client did not answer the challenge in time'), CHALLENGE_MS)
    this.#send('AUTH_CHALLENGE')
  }

  /** Handles a message of the client. The client can only answer the challenge; any other message closes the connection. */
  receive(message: unknown): void {
    if (this.#state !== 'challenged' || !isAuthResponse(message)) return this.#cut()
    clearTimeout(this.#challenge)
    const answer = parseAuthResponse(message)
    if (!answer) return this.#refuse('Expected AUTH_RESPONSE <token> player <environment> <game_id> <player_id>')
    this.#state = 'answered'
    void this.#admit(answer).then((found) => this.#admitted(found))
  }

  /** Ends the session, because the connection is closed or will be. */
  end(): void {
    this.#state = 'over'
    clearTimeout(this.#challenge)
    this.#leave()
  }

  #admitted(found: Fault | Admitted): void {
    if (this.#state === 'over') return
    if (isFault(found)) return this.#refuse(faultBody(found).error_description)
    const { leave } = found.notices.listen(found.player, {
      notify: (notice) => this.#notify(notice),
      end: () => this.#close(),
    })
    this.#leave = leave
    this.#send('AUTH_SUCCESS')
  }

  #notify({ json }: Notice): void {
    if (this.#waitingChars >= MAX_WAITING_CHARS) this.#cut()
    else this.#send(`NOTIFICATION ${json}`)
  }

  #send(message: string): void {
    this.#waitingChars += message.length
    this.#line.send(message, () => (this.#waitingChars -= message.length))
  }

  #refuse(reason: string): void {
    this.#send(`AUTH_FAILED ${reason}`)
    this.#close()
  }

  #close(): void {
    this.end()
    this.#line.finish()
  }

  #cut(): void {
    this.end()
    this.#line.cut()
  }
}
