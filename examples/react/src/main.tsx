import { createClient } from 'gamify/client'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import type { Game } from './game.ts'
import { GAME_URL, signInAddress, takeToken } from './session.ts'

const root = createRoot(document.getElementById('root') ?? document.body)
const token = takeToken()
if (token === undefined) root.render(<a href={signInAddress()}>Sign in</a>)
// One client for as long as the page lasts: a new one would start the hook again.
else root.render(<App client={createClient<Game>({ url: GAME_URL, token })} />)
