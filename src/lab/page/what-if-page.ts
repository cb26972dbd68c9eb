import type { WhatIfReport } from '../what-if/report.ts'
import { standalonePage } from './document.ts'
import { whatIfArticle } from './what-if-article.ts'

/** What a page of what-if needs besides its report. */
export interface WhatIfPageSettings {
  /** The script of pages, as `readPageScript` returns it. */
  readonly script: string
  /** The name of the game. */
  readonly name: string
}

/** Returns a page that shows how recorded players would have fared. It is one file that needs no other. Spec 7.2, 7.5. */
export function whatIfPage(report: WhatIfReport, { script, name }: WhatIfPageSettings): string {
  return standalonePage({
    title: `${name}: what if`,
    content: whatIfArticle(report, name),
    data: { kind: 'what-if', report },
    script,
  })
}
