/** What a server shows who it is with: a certificate, with those that lead up to its authority, and its key. PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}
