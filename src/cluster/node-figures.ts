/** What a node has counted since it began, and how far it is behind. Times are in ms. */
export interface NodeFigures {
  /** How many messages are missing up to the position that the writer has last told. */
  readonly lagMessages: number
  /** For how long the writer has had the first message that is missing. */
  readonly lagMs: number
  /** How long ago the writer has last said that it is alive. */
  readonly writerSilentMs: number
  /** How often the node has become the writer. */
  readonly claims: number
  /** How often another node has become the writer in its place without a hand-over. */
  readonly replaced: number
  /** How often the log did not answer that a message is stored, so that it was sent again. */
  readonly silentPublishes: number
  /** How long the log did not answer in all. */
  readonly silentMs: number
  /** Whether the node is connected to a log server. */
  readonly isConnected: boolean
  /** How often the connection was lost. */
  readonly disconnects: number
}
