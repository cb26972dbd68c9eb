import type { SignIn } from '../../auth/sign-in.ts'
import { fault, faultBody, isFault, statusOf, type Fault } from '../../game/kernel/fault.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import type { Fields } from '../query.ts'
import type { PersonReference, ServedGame, ServedRuntime } from '../served-game.ts'
import { choicePage } from './choice-page.ts'
import { NEWCOMER, type Newcomer } from './newcomer-form.ts'
import type { NewcomerForms } from './newcomer-forms.ts'
import { discreet, noticePage } from './page.ts'
import { PLAYERS_A_PAGE } from './player-list.ts'
import { addressOf, FORM_TOKEN, playerQueryIn } from './request.ts'
import type { Session, Sessions } from './session.ts'

/** A person who signs in with a request that can be granted. */
export interface Visit {
  readonly game: ServedGame
  readonly sessions: Sessions
  readonly newcomers: NewcomerForms<Exclude<Awaited<ReturnType<ServedRuntime['people']['join']>>, Fault>>
  readonly session: Session
  readonly call: Call
  /** The fields of the query or of the form, including the request. */
  readonly fields: Fields
  readonly request: SignIn
  readonly runtime: ServedRuntime
}

/** What the page shows in addition to the players. */
interface Shown {
  /** Why no player could be chosen. */
  readonly refused?: Fault
  readonly newcomer?: Newcomer
  readonly headers?: Readonly<Record<string, string>>
}

const nobodyNew: Newcomer = { alias: '', email: '' }

/** Answers the page with the players. The status is that of the refusal, if there was one. */
export async function showChoice(visit: Visit, { refused, newcomer = nobodyNew, headers }: Shown): Promise<Answer> {
  const { game, sessions, session, request, runtime } = visit
  const playerQuery = playerQueryIn(visit.fields)
  const refusal = refused ?? newcomer.refused
  return choicePage(request, {
    game: game.settings.game,
    formToken: sessions.formToken(session),
    playerQuery,
    found: await runtime.people.find(playerQuery.search, { skip: playerQuery.skip, limit: PLAYERS_A_PAGE }),
    last: await lastPlayer(visit),
    problem: refused && faultBody(refused).error_description,
    newcomer,
    status: refusal ? statusOf(refusal) : 200,
    ...(headers && { headers }),
  })
}

/** Returns the player that the person last signed in as, if that is still possible. */
async function lastPlayer({ session: { last }, request, runtime }: Visit): Promise<PersonReference | undefined> {
  if (last?.runtime !== request.client.runtime) return undefined
  const player = await runtime.people.named(last.player)
  return isFault(player) ? undefined : player
}

/** Signs in as a player. */
export async function choose(visit: Visit, playerId: string): Promise<Answer> {
  const player = await visit.runtime.people.named(playerId)
  return isFault(player) ? showChoice(visit, { refused: player }) : redirect(visit, player)
}

/**
 * Lets a newcomer join and signs in as the new player, or records a request to join, by the access setting of the game.
 */
export async function welcome(visit: Visit): Promise<Answer> {
  const newcomer = newcomerIn(visit.fields)
  if (!newcomer) return showChoice(visit, { refused: nobodyChosen })
  const joined = await joinOnce(visit, newcomer)
  if (isFault(joined)) return showChoice(visit, { newcomer: { ...newcomer, refused: joined } })
  return 'player' in joined ? choose(visit, joined.player.id) : requestedPage(visit)
}

/** A double click on the button must not create two players. */
async function joinOnce({ newcomers, fields, request, runtime }: Visit, { alias, email }: Newcomer) {
  const newcomer = JSON.stringify([request.client.runtime, alias, email])
  const join = () => runtime.people.join({ alias, ...(email === '' ? {} : { email }) })
  return (await newcomers(fields[FORM_TOKEN] ?? '', newcomer, join)) ?? formUsed
}

const formUsed = fault('invalid_request', {
  message: 'Someone else used this page: submit the form again',
})

const nobodyChosen = fault('invalid_request', { message: 'Choose a player, or join as a new one' })

/** Reads what a newcomer has entered. Returns undefined for a form that is not a newcomer's. */
function newcomerIn({ [NEWCOMER]: marked, alias, email }: Fields): Newcomer | undefined {
  if (marked === undefined && alias === undefined && email === undefined) return undefined
  return { alias: alias?.trim() ?? '', email: email?.trim() ?? '' }
}

/** Redirects to the app, as a player whom the session remembers. */
function redirect({ call, request, sessions, session }: Visit, { id }: PersonReference): Answer {
  const last = { runtime: request.client.runtime, player: id }
  return {
    status: 303,
    type: 'text/plain; charset=utf-8',
    body: '',
    headers: {
      ...discreet,
      // As browsers write it, because a header can only contain ASCII.
      location: new URL(request.redirectFor(id)).href,
      'set-cookie': sessions.kept(call, { ...session, last }),
    },
  }
}

function requestedPage({ game, request, fields }: Visit): Answer {
  const { title } = game.settings.game
  return noticePage({
    status: 200,
    title: 'You have asked to join',
    words: `The people who run ${title} will review your request. After they accept it, sign in as the new player.`,
    link: { address: addressOf(request, playerQueryIn(fields)), words: 'Back to signing in' },
  })
}
