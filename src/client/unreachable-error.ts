/** Nobody answers at the address of the service. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(`no answer from ${url}`, { cause })
    this.url = url
  }
}
