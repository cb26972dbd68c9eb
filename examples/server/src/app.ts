import { GamifyError, type Client } from 'gamify/client'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Game } from './game.ts'
import { read } from './reading.ts'

/** The server of the club: `POST /readers/:id/pages` with a number, and `GET /club`. */
export function createApp(game: Client<Game>): Server {
  return createServer((request, answer) => {
    void answerTo(request, game).then(({ status, body }) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function answerTo(request: IncomingMessage, game: Client<Game>): Promise<Answer> {
  try {
    return await route(request, game)
  } catch (error) {
    if (error instanceof GamifyError && error.status >= 400 && error.status < 500)
      return { status: error.status, body: { error: error.description } }
    console.error(error)
    return { status: 500, body: { error: 'something went wrong' } }
  }
}

async function route(request: IncomingMessage, game: Client<Game>): Promise<Answer> {
  const { method, url = '' } = request
  const reader = /^\/readers\/([\w-]+)\/pages$/.exec(url)?.[1]
  if (method === 'POST' && reader !== undefined) {
    const pages = Number(await text(request))
    if (!Number.isInteger(pages) || pages < 1) return { status: 400, body: { error: 'expected a number of pages' } }
    return { status: 200, body: await read(game, reader, pages) }
  }
  if (method === 'GET' && url === '/club') {
    const readers = []
    for await (const { id, alias } of game.list('GET /v2/admin/players')) readers.push({ id, alias })
    return { status: 200, body: readers }
  }
  return { status: 404, body: { error: 'no such page' } }
}
