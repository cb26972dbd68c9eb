import { createHash } from 'node:crypto'
import { html, type Html } from '../../server/html.ts'
import { DATA_ID, type PageData } from './page-data.ts'
import { patterns } from './patterns.ts'
import { stylesheet } from './stylesheet.ts'

/** What a page of the lab is made of. */
export interface PageParts {
  readonly title: string
  /** What readers see without a script: the content of its `main`. */
  readonly content: Html
  readonly data: PageData
  /** The script that shows the data. */
  readonly script: string
}

/**
 * Returns a page as one file. It works from disk and requests nothing: its policy allows its own script and styles by their
 * hashes, and nothing else. Spec 7.5.
 */
export function standalonePage({ title, content, data, script }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(stylesheet)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${inElement('style', stylesheet)}
      </head>
      <body>
        ${patterns}
        <main>${content}</main>
        <noscript>
          <p class="notice">The plots of this page need JavaScript. The figures are in its source, as JSON.</p>
        </noscript>
        ${{ markup: `<script type="application/json" id="${DATA_ID}">${embedded(data)}</script>` }}
        ${inElement('script', script)}
      </body>
    </html> `.markup
}

/** Returns the source that allows exactly this text in a policy. */
function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Returns an element with a text that is not escaped, because its kind does not know escapes. */
function inElement(kind: 'style' | 'script', text: string): Html {
  if (new RegExp(`</${kind}|<!--`, 'i').test(text)) throw new Error(`the ${kind} of the page would end before its end`)
  return { markup: `<${kind}>${text}</${kind}>` }
}

/** Returns JSON that no name in it can end: `<` is written as an escape. */
function embedded(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
