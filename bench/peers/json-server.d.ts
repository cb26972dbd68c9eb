/** As much of json-server as is used; it has no types of its own. */
declare module 'json-server' {
  import type { RequestListener } from 'node:http'

  interface JsonServer {
    create(): RequestListener & { use(middleware: unknown): void }
    /** The routes of the records in a file, which is written anew at each change. */
    router(path: string): unknown
    bodyParser: unknown
  }
  const jsonServer: JsonServer
  export default jsonServer
}
