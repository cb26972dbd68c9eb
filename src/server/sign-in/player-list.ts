import type { SignIn } from '../../auth/sign-in.ts'
import type { People } from '../../emulator/people.ts'
import type { PersonReference } from '../served-game.ts'
import { html, type Html } from '../html.ts'
import { SIGN_IN_PATH } from '../../interface/addresses.ts'
import { addressOf, hiddenRequest, type Look } from './request.ts'
import { HUES } from './stylesheet.ts'

/** So many players stand on a page. */
export const PLAYERS_A_PAGE = 8

/** The id of the form that the buttons of players belong to. */
export const CHOICE_FORM = 'choice'

/** What the list shows. */
export interface PlayerList {
  readonly look: Look
  readonly found: Awaited<ReturnType<People['find']>>
  /** Whom the person signed in as last. */
  readonly last: PersonReference | undefined
}

/** The players to act as: the last one first, a search, and a page of all that it finds. */
export function playerList(request: SignIn, { look, found, last }: PlayerList): Html {
  return html`${last && continueAs(last)}
    <form class="search" role="search" method="get" action="${SIGN_IN_PATH}">
      ${hiddenRequest(request)}
      <input
        type="search"
        name="search"
        value="${look.search}"
        aria-label="Find a player by name or ID"
        placeholder="Find by name or ID"
        autocomplete="off"
        spellcheck="false"
      />
      <button>Search</button>
    </form>
    ${
      found.data.length > 0
        ? html`<ul class="players">
              ${found.data.map(item)}
            </ul>
            ${pages(request, look, found)}`
        : nobody(request, look, found.total)
    }`
}

function continueAs(last: PersonReference): Html {
  return html`<button class="player last" form="${CHOICE_FORM}" name="player_id" value="${last.id}">
    ${initial(last)}<span class="names"
      ><b>Continue as <bdi>${last.alias}</bdi></b
      ><span class="muted">${last.id}</span></span
    >
  </button>`
}

function item(player: PersonReference): Html {
  return html`<li>
    <button class="player" form="${CHOICE_FORM}" name="player_id" value="${player.id}">
      ${initial(player)}<span class="names"
        ><b><bdi>${player.alias}</bdi></b
        ><span class="muted">${player.id}</span></span
      >
    </button>
  </li> `
}

/** A prime, so that ids alike get hues that differ. */
const SPREAD = 9973

/** What tells a player at a glance; readers of the page hear the name itself. */
function initial({ id, alias }: PersonReference): Html {
  const hue = [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % SPREAD, 0) % HUES
  const [first = ''] = alias.trim() || id
  return html`<span class="initial hue-${hue}" aria-hidden="true">${first.toUpperCase()}</span>`
}

function nobody(request: SignIn, { search }: Look, total: number): Html {
  const words =
    total > 0
      ? 'This page is past the end of the list.'
      : search === ''
        ? 'Nobody plays this game yet.'
        : html`No player matches “<bdi>${search}</bdi>”.`
  return html`<p>${words} ${(total > 0 || search !== '') && allPlayers(request)}</p>`
}

/** Which part of how many the page shows, and the ways to the others. */
function pages(request: SignIn, look: Look, { data, total }: PlayerList['found']): Html {
  const { search, skip } = look
  const end = skip + data.length
  const to = (first: number, words: string): Html =>
    html`<a href="${addressOf(request, { search, skip: first })}">${words}</a>`
  return html`<nav class="pages" aria-label="Pages of players">
    ${skip > 0 && to(Math.max(0, skip - PLAYERS_A_PAGE), 'Previous')}
    <span class="muted">${inWords(skip + 1)}–${inWords(end)} of ${inWords(total)}</span>
    ${search !== '' && allPlayers(request)} ${end < total && to(end, 'Next')}
  </nav>`
}

const allPlayers = (request: SignIn): Html =>
  html`<a href="${addressOf(request, { search: '', skip: 0 })}">Show all players</a>`

/** 1,000,000. */
const inWords = (count: number): string => count.toLocaleString('en')
