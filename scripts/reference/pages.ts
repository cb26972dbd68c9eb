import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpJson, type CommandHelp, environmentHelp } from '../../src/cli/help.ts'
import { programVersion } from '../../src/cli/package-root.ts'
import { routes } from '../../src/game/routes.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { schemaFiles } from '../schemas/schemas.ts'
import { cliPage } from './cli-page.ts'
import { designPage } from './design-page.ts'
import { errorsPage } from './errors-page.ts'
import { eventsPage } from './events-page.ts'
import { formulasPage } from './formulas-page.ts'
import { lintsPage } from './lints-page.ts'
import { benchFigures } from './results.ts'
import { routesPage } from './routes-page.ts'
import { speedPage } from './speed-page.ts'

const parser = join(import.meta.dirname, '../../src/game/kernel/formula-parser.ts')

/** Returns the pages of docs/reference by file name, generated from the definitions of the program. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const help = JSON.parse(await helpJson([])) as CommandHelp
  const [v1, v2] = (['v1', 'v2'] as const).map((api) => openApiDocument(api, routes, programVersion()))
  if (!v1 || !v2) throw new Error('both versions have a document')
  return new Map([
    ['cli.md', cliPage(help, environmentHelp)],
    ['routes.md', routesPage(v2)],
    ['routes-v1.md', routesPage(v1)],
    ['design.md', designPage(schemaFiles())],
    ['events.md', eventsPage(v2)],
    ['errors.md', errorsPage(routes)],
    ['formulas.md', formulasPage(readFileSync(parser, 'utf8'))],
    ['lints.md', lintsPage()],
    ['speed.md', speedPage(benchFigures())],
  ])
}
