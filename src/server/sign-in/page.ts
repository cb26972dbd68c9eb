import { createHash } from 'node:crypto'
import type { Answer } from '../answer.ts'
import { html, type Html, pagePolicy } from '../html.ts'
import { PICTURE_PATH } from '../../interface/service-paths.ts'
import { stylesheet } from './stylesheet.ts'

/** A page of ours. */
export interface Page {
  readonly status: number
  readonly title: string
  /** What stands in its `main`, which is a column or two wide. */
  readonly content: Html
  readonly columns: 1 | 2
  /** Where a form of it leads in the end; undefined where it has none. */
  readonly leadsTo?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the page and every answer of its form say: keep nothing, and tell no other site where one comes from. */
export const discreet: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  // With `no-referrer` browsers would call the form's origin `null`, which is refused.
  'referrer-policy': 'same-origin',
}

/** A page as an answer. It runs no script, asks no other host for anything, and stands in no frame. */
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

/** As one piece: the policy allows these very letters, spaces at their ends included. */
const styleElement: Html = { markup: `<style>${stylesheet}</style>` }
const styleHash = createHash('sha256').update(stylesheet).digest('base64')

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
  const sources = { 'style-src': `'sha256-${styleHash}'`, 'img-src': "'self'" }
  return pagePolicy(sources, leadsTo && `'self' ${schemeOf(leadsTo)}`)
}

/**
 * Where a form's answer may lead on to. Browsers hold every further redirect against this, and an app's callback may well
 * send the person on to another address of its own: so it names no host. `http:` covers https.
 */
function schemeOf(address: string): string {
  const { protocol } = new URL(address)
  return protocol === 'https:' ? 'http:' : protocol
}

/** Where to go on. */
export interface Link {
  readonly address: string
  readonly words: string
}

/** A page that says one thing. */
interface Notice {
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
