/** How a server under test is started. */
export interface PeerStart {
  /** An empty directory of its own. */
  readonly directory: string
  readonly players: number
  /** What an answer to a play looks like: those that do not play send these bytes. */
  readonly answer: string
}

/** Where a server under test listens on this machine. */
export interface PeerReady {
  readonly port: number
}
