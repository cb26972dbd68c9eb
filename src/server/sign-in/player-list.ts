import type { SignIn } from '../../auth/sign-in.ts'
import type { People } from '../../emulator/people.ts'
import { SIGN_IN_PATH } from '../../interface/addresses.ts'
import { html, type Html } from '../html.ts'
import type { PersonReference } from '../served-game.ts'
import { addressOf, hiddenRequest, type PlayerQuery } from './request.ts'
import { HUES } from './stylesheet.ts'

/** The number of players on a page. */
export const PLAYERS_A_PAGE = 8

/** The id of the form that the buttons of players belong to. */
export const CHOICE_FORM = 'choice'

/** The content of the list. */
export interface PlayerList {
  readonly playerQuery: PlayerQuery
  readonly found: Awaited<ReturnType<People['find']>>
  /** The player that the person last signed in as. */
  readonly last: PersonReference | undefined
}

/** Shows the players to act as: the last one first, a search, and a page of all that the search finds. */
export function playerList(request: SignIn, { playerQuery, found, last }: PlayerList): Html {
  return html`${last && continueAs(last)}
    <form class="search" role="search" method="get" action="${SIGN_IN_PATH}">
      ${hiddenRequest(request)}
      <input
        type="search"
        name="search"
        value="${playerQuery.search}"
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
            ${pages(request, playerQuery, found)}`
        : nobody(request, playerQuery, found.total)
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

/** A prime, so that similar ids get different hues. */
const SPREAD = 9973

/** Shows the initial of a player. Screen readers skip it and read the name. */
function initial({ id, alias }: PersonReference): Html {
  const hue = [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % SPREAD, 0) % HUES
  const [first = ''] = alias.trim() || id
  return html`<span class="initial hue-${hue}" aria-hidden="true">${first.toUpperCase()}</span>`
}

function nobody(request: SignIn, { search }: PlayerQuery, total: number): Html {
  const words =
    total > 0
      ? 'This page is past the end of the list.'
      : search === ''
        ? 'Nobody plays this game yet.'
        : html`No player matches “<bdi>${search}</bdi>”.`
  return html`<p>${words} ${(total > 0 || search !== '') && allPlayers(request)}</p>`
}

/** Shows the range of the page, and links to the other pages. */
function pages(request: SignIn, playerQuery: PlayerQuery, { data, total }: PlayerList['found']): Html {
  const { search, skip } = playerQuery
  const end = skip + data.length
  const to = (first: number, words: string): Html =>
    html`<a href="${addressOf(request, { search, skip: first })}">${words}</a>`
  return html`<nav class="pages" aria-label="Pages of players">
    ${skip > 0 && to(Math.max(0, skip - PLAYERS_A_PAGE), 'Previous')}
    <span class="muted">${formatted(skip + 1)}–${formatted(end)} of ${formatted(total)}</span>
    ${search !== '' && allPlayers(request)} ${end < total && to(end, 'Next')}
  </nav>`
}

const allPlayers = (request: SignIn): Html =>
  html`<a href="${addressOf(request, { search: '', skip: 0 })}">Show all players</a>`

/** Formats a count: 1,000,000. */
const formatted = (count: number): string => count.toLocaleString('en')
