import type { Answer } from '../answer.ts'
import { html } from '../html.ts'
import { pageAnswer } from './page.ts'

/** Where to go on. */
export interface Link {
  readonly address: string
  readonly words: string
}

/** A page that says one thing. */
export interface Notice {
  readonly status: number
  readonly title: string
  readonly words: string
  readonly link?: Link | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** A notice as an answer. */
export function noticePage({ status, title, words, link, headers }: Notice): Answer {
  const content = html`<section aria-labelledby="notice" ${status >= 400 && html` role="alert"`}>
    <h1 id="notice">${title}</h1>
    <p>${words}</p>
    ${link && html`<p><a class="button" href="${link.address}">${link.words}</a></p>`}
  </section>`
  return pageAnswer({ status, title, content, columns: 1, ...(headers && { headers }) })
}
