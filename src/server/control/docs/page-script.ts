import { kept } from '../../kept-answer.ts'
import { palettes } from '../../palette.ts'

/** What scripts are sent as. */
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

const { light } = palettes
const fontFamily = 'system-ui, sans-serif'

/** How the library is to show the document. */
const options = {
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

const source = `'use strict'
{
  const { nonce, dataset } = document.currentScript
  const options = { nonce, ...${JSON.stringify(options)} }
  Redoc.init(dataset.document, options, document.getElementById('reference'))
}
`

/** What the page runs, a file of its own so that no script may stand in it. */
export const pageScript = kept(SCRIPT_TYPE, Buffer.from(source))
