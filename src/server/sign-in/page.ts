import { createHash } from 'node:crypto'
import { PICTURE_PATH } from '../../interface/addresses.ts'
import type { Answer } from '../answer.ts'
import { html, type Html, pagePolicy } from '../html.ts'
import { stylesheet } from './stylesheet.ts'

/** A page of the sign-in. */
export interface Page {
  readonly status: number
  readonly title: string
  /** The content of its `main`, which has one or two columns. */
  readonly content: Html
  readonly columns: 1 | 2
  /** Where the answer to the form of the page leads. Undefined if the page has no form. */
  readonly leadsTo?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The headers of the page and of every answer to its form: nothing is stored, and other sites do not get the referrer.
 */
export const discreet: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  // With `no-referrer`, browsers would send the origin `null` with the form, which is refused.
  'referrer-policy': 'same-origin',
}

/** Answers a page. It runs no script, loads nothing from another host, and cannot be framed. */
export function pageAnswer({ status, title, content, columns, leadsTo, headers }: Page): Answer {
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: documentOf(title, html`<main class="${columns === 1 && 'narrow'}">${content}</main>`),
    headers: {
      ...discreet,
      'content-security-policy': policyFor(leadsTo),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  }
}

/** The text is not changed, because the policy allows exactly these characters, including spaces at the ends. */
const styleElement: Html = { markup: `<style>${stylesheet}</style>` }
let styleHash: string | undefined

function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${PICTURE_PATH}" />
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup
}

function policyFor(leadsTo: string | undefined): string {
  styleHash ??= createHash('sha256').update(stylesheet).digest('base64')
  const sources = { 'style-src': `'sha256-${styleHash}'`, 'img-src': "'self'" }
  return pagePolicy(sources, leadsTo && `'self' ${schemeOf(leadsTo)}`)
}

/**
 * Returns the scheme to which the answer to a form can lead. Browsers check every further redirect against it, and the
 * callback of an app may redirect the person to another address of its own, so no host is named. `http:` covers https.
 */
function schemeOf(address: string): string {
  const { protocol } = new URL(address)
  return protocol === 'https:' ? 'http:' : protocol
}

/** A link to the next step. */
export interface Link {
  readonly address: string
  readonly words: string
}

/** A page with one message. */
interface Notice {
  readonly status: number
  readonly title: string
  readonly words: string
  readonly link?: Link | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a notice. */
export function noticePage({ status, title, words, link, headers }: Notice): Answer {
  const content = html`<section aria-labelledby="notice" ${status >= 400 && html` role="alert"`}>
    <h1 id="notice">${title}</h1>
    <p>${words}</p>
    ${link && html`<p><a class="button" href="${link.address}">${link.words}</a></p>`}
  </section>`
  return pageAnswer({ status, title, content, columns: 1, ...(headers && { headers }) })
}
