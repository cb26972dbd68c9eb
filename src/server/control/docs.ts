import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Api } from '../../game/kernel/route.ts'
import { faultAnswer, type Answer } from '../answer.ts'
import type { Endpoint, MountedEndpoint } from '../call.ts'
import { noOtherSite } from '../gates.ts'
import { html, type Html, pagePolicy } from '../html.ts'
import { keptAnswer, kept, type Kept } from '../kept-answer.ts'
import { once } from '../once.ts'
import { palettes } from '../palette.ts'
import { CONTROL_PATH } from './control-endpoint.ts'
import { apiIn, noVersion, OPENAPI_PATH } from './openapi.ts'

/** The path of the reference. Spec 6.6. */
export const DOCS_PATH = `${CONTROL_PATH}/docs`

/** The path of the library that shows the document. */
export const LIBRARY_PATH = `${DOCS_PATH}/redoc.js`

/** The path of the script that the page runs. */
export const SCRIPT_PATH = `${DOCS_PATH}/page.js`

/** `GET /docs?version=v1`: the reference that redoc makes of the document. It needs no token. Spec 6.6. */
export function docsRoutes(): readonly MountedEndpoint[] {
  const library = once(readLibrary)
  const at = (path: string, endpoint: Endpoint): MountedEndpoint => ({
    method: 'GET',
    path,
    acceptsOtherSites: noOtherSite,
    endpoint,
  })
  return [
    at(DOCS_PATH, (call) => {
      const api = apiIn(call.query)
      return api === undefined ? faultAnswer(noVersion) : docsPage(api)
    }),
    at(SCRIPT_PATH, (call) => keptAnswer(pageScript, call)),
    at(LIBRARY_PATH, async (call) => keptAnswer(await library(), call)),
  ]
}

/** The file of the library in a build. */
const LIBRARY = 'redoc.standalone.js'

/**
 * Replacements in the text of the library. It reads the nonce for its styles only when it starts, after it has made the
 * first ones, which the policy of the page refuses. It loads a logo from its maker's site. It names a source map that is
 * not served.
 */
const changes = [
  ['.nc=void 0', '.nc=document.currentScript.nonce'],
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'],
  ['//# sourceMappingURL=redoc.standalone.js.map', ''],
] as const

/** Reads the library: next to the bundle if there is one, else from the installed package. Rejects if it cannot be read. */
async function readLibrary(): Promise<Kept> {
  const built = await readFile(join(import.meta.dirname, LIBRARY), 'utf8').catch(() => undefined)
  const library =
    built ?? (await readFile(fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js')), 'utf8'))
  const changed = changes.reduce((text, [from, to]) => text.replaceAll(from, () => to), library)
  return kept(SCRIPT_TYPE, Buffer.from(changed))
}

const { light, dark } = palettes

/** The styles around what the library shows, which has only a light palette. */
const stylesheet = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: ${light.text}; }
nav { display: flex; gap: 1.25rem; align-items: center; height: 3rem; padding: 0 1.25rem; background: ${light.text};
  color: ${light.card}; position: sticky; top: 0; z-index: 10; box-sizing: border-box; }
nav a { color: ${dark.muted}; text-decoration: none; padding: .15rem 0; border-bottom: 2px solid transparent; }
nav a:hover, nav a:focus-visible { color: ${light.card}; border-color: ${light.edge}; }
nav a[aria-current] { color: ${light.card}; border-color: ${dark.accent}; }
nav .document { margin-left: auto; }
main > p, noscript > p { padding: 2rem 1.25rem; }
`

/** Answers the page of a version. The library creates styles and a worker for the search, and loads nothing from another host. */
function docsPage(api: Api): Answer {
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: documentOf(api, nonce).markup,
    headers: {
      'content-security-policy': pagePolicy({
        'script-src': "'self'",
        'worker-src': 'blob:',
        'style-src': `'nonce-${nonce}'`,
        'img-src': "'self' data:",
        'connect-src': "'self'",
      }),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  }
}

/** The text is not escaped, because a style element does not know escapes. */
const styleElement = (nonce: string): Html => ({ markup: `<style nonce="${nonce}">${stylesheet}</style>` })

function documentOf(api: Api, nonce: string): Html {
  const source = `${OPENAPI_PATH}?version=${api}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>gamify ${api}: reference</title>
        <link rel="icon" href="data:," />
        ${styleElement(nonce)}
      </head>
      <body>
        <nav aria-label="Versions">
          <strong>gamify</strong>
          ${(['v2', 'v1'] as const).map((one) => versionLink(one, one === api))}
          <a class="document" href="${source}">openapi.json</a>
        </nav>
        <main id="reference"><p>Loading the reference …</p></main>
        <noscript>
          <p>This page needs JavaScript. You can read the same in <a href="${source}">openapi.json</a>.</p>
        </noscript>
        <script src="${LIBRARY_PATH}" nonce="${nonce}"></script>
        <script src="${SCRIPT_PATH}" nonce="${nonce}" data-document="${source}"></script>
      </body>
    </html> `
}

function versionLink(api: Api, isShown: boolean): Html {
  const here = isShown && html` aria-current="page"`
  return html`<a href="${DOCS_PATH}?version=${api}" ${here}>version ${api.slice(1)}</a> `
}

/** The content type of scripts. */
const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

const fontFamily = 'system-ui, sans-serif'

/** How the library shows the document. */
const libraryOptions = {
  theme: {
    colors: { primary: { main: light.accent }, text: { primary: light.text } },
    typography: { fontFamily, headings: { fontFamily }, code: { fontFamily: 'ui-monospace, monospace' } },
    sidebar: { backgroundColor: light.page },
    rightPanel: { backgroundColor: light.text },
  },
  nativeScrollbars: true,
  scrollYOffset: 'nav',
  hideDownloadButtons: true,
  sortRequiredPropsFirst: true,
  generatedSamplesMaxDepth: 6,
  expandResponses: '200',
}

const pageScriptSource = `'use strict'
{
  const { nonce, dataset } = document.currentScript
  const options = { nonce, ...${JSON.stringify(libraryOptions)} }
  Redoc.init(dataset.document, options, document.getElementById('reference'))
}
`

/** The script that the page runs. It is a file, so that the policy can forbid scripts in the page. */
const pageScript = kept(SCRIPT_TYPE, Buffer.from(pageScriptSource))
