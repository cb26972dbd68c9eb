import { createClient } from 'gamify/client'
import { createApp } from './app.ts'
import type { Game } from './game.ts'

// `gamify exec` sets these for the emulator that it starts. In production they name the service.
const {
  GAMIFY_URL: url = 'http://127.0.0.1:4040',
  GAMIFY_CLIENT_ID: clientId = 'gamify-staging',
  GAMIFY_CLIENT_SECRET: clientSecret = 'gamify-dev-secret',
  PORT = '3000',
} = process.env

const game = createClient<Game>({ url, clientId, clientSecret, timeoutMs: 5_000 })
createApp(game).listen(Number(PORT), '127.0.0.1', () => console.log(`the club is at http://127.0.0.1:${PORT}`))
