import { createClient, GamifyError, scoresOf, type Client } from 'gamify/client'
import type { Game } from './game.ts'
import { GAME_URL, signInAddress, takeToken } from './session.ts'

const byId = (id: string): HTMLElement => document.getElementById(id) ?? document.body

const token = takeToken()
if (token === undefined) showSignIn()
else start(createClient<Game>({ url: GAME_URL, token })).catch(showProblem)

function showSignIn(): void {
  byId('sign-in').setAttribute('href', signInAddress())
  byId('signed-out').hidden = false
  byId('signed-in').hidden = true
}

/** A token ends after a time. Everything else is worth a look. */
function showProblem(error: unknown): void {
  if (error instanceof GamifyError && error.code === 'invalid_access_token') showSignIn()
  else byId('problem').textContent = error instanceof GamifyError ? error.description : String(error)
}

/** Shows the player, lets them read, and follows the news. */
async function start(player: Client<Game>): Promise<void> {
  await show(player)
  byId('signed-in').hidden = false
  byId('read').addEventListener('submit', (event) => {
    event.preventDefault()
    byId('problem').textContent = ''
    const pages = (byId('count') as HTMLInputElement).valueAsNumber
    player
      .play('read', { pages })
      .then(() => show(player))
      .catch(showProblem)
  })
  for await (const notification of player.notifications()) {
    const item = document.createElement('li')
    item.textContent = notification.event === 'level' ? `You are a ${await rankOf(player)} now` : notification.event
    byId('news').prepend(item)
    await show(player)
  }
}

const rankOf = async (player: Client<Game>): Promise<string> =>
  scoresOf(await player.profile()).rank?.name ?? 'newcomer'

async function show(player: Client<Game>): Promise<void> {
  const [profile, club] = await Promise.all([
    player.profile(),
    player.leaderboard('club', { cycle: 'alltime', limit: 5 }),
  ])
  const { pages = '0', rank } = scoresOf(profile)
  byId('name').textContent = profile.alias
  byId('pages').textContent = pages
  byId('rank').textContent = rank?.name ?? 'newcomer'
  byId('club').replaceChildren(
    ...club.data.map((entry) => {
      const item = document.createElement('li')
      item.textContent = 'player' in entry ? `${entry.player.alias}: ${String(entry.score)}` : ''
      return item
    }),
  )
}
