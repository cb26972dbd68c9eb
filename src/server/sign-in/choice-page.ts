import type { SignIn } from '../../auth/sign-in.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { PICTURE_PATH, SIGN_OUT_PATH, SIGN_IN_PATH } from '../../interface/addresses.ts'
import type { Answer } from '../answer.ts'
import { html, type Html } from '../html.ts'
import { newcomerForm, type Newcomer } from './newcomer-form.ts'
import { pageAnswer } from './page.ts'
import { CHOICE_FORM, playerList, type PlayerList } from './player-list.ts'
import { addressOf, hiddenFields } from './request.ts'

/** The content of the page in addition to the request for sign-in. */
export interface Choice extends PlayerList {
  readonly game: Pick<GameInfo, 'title' | 'description' | 'access'>
  readonly formToken: string
  readonly newcomer: Newcomer
  /** Why no player could be chosen. */
  readonly problem?: string | undefined
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers the page on which a person chooses a player. Spec 5.1 `GET /auth`. */
export function choicePage(request: SignIn, choice: Choice): Answer {
  const { game, formToken, playerQuery, status, headers, problem } = choice
  const content = html`${heading(request, game)}
    <form id="${CHOICE_FORM}" method="post" action="${SIGN_IN_PATH}">
      ${hiddenFields(request, playerQuery, formToken)}
    </form>
    <div class="columns">
      <section aria-labelledby="players">
        <h2 id="players">Who are you?</h2>
        ${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`} ${playerList(request, choice)}
      </section>
      ${newcomerForm(request, game.access, choice)}
    </div>
    ${footer(request, choice)}`
  const title = `Sign in to ${game.title}`
  return pageAnswer({ status, title, content, columns: 2, leadsTo: request.redirectUri, ...(headers && { headers }) })
}

function heading({ client }: SignIn, { title, description }: Choice['game']): Html {
  const { client_id: id, name = id, runtime } = client
  return html`<header class="game">
    <img src="${PICTURE_PATH}" alt="" width="64" height="64" />
    <div>
      <h1>Sign in to <bdi>${title}</bdi></h1>
      <p class="muted">
        for <bdi><b>${name}</b></bdi> <span class="badge">${runtime}</span>
      </p>
      ${description !== '' && html`<p class="muted description">${description}</p>`}
    </div>
  </header>`
}

function footer(request: SignIn, { last, playerQuery }: Choice): Html {
  return html`<footer class="leads">
    <p class="muted">You will continue to <code>${request.redirectUri}</code></p>
    <nav aria-label="Other ways">
      ${last && html`<a href="${addressOf(request, playerQuery, SIGN_OUT_PATH)}">Forget <bdi>${last.alias}</bdi></a>`}
      <a class="button" href="${request.redirectDenied()}">Cancel</a>
    </nav>
  </footer>`
}
