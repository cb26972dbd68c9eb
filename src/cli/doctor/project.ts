import { designReader } from '../../project/design-reader.ts'
import { problemText } from '../../project/problem.ts'
import type { Project } from '../../project/project.ts'
import { counted } from '../../sentences/quantities.ts'
import { loadProject } from '../../terminal/load-project.ts'
import type { Shell } from '../../terminal/shell.ts'
import { failed, finding, type Finding } from './finding.ts'

/** The number of problems of a design that are listed; `gamify design validate` lists all. */
const MAX_LISTED = 3

/** Checks gamify.json, and loads the project. The project is undefined if gamify.json has problems. */
export async function checkProject(
  shell: Shell,
): Promise<{ readonly project: Project | undefined; readonly finding: Finding }> {
  try {
    const project = await loadProject(shell)
    if (project.file !== undefined) return { project, finding: finding('project', 'ok', project.file) }
    const none = finding('project', 'ok', `no gamify.json here or above, so the defaults apply`)
    return { project, finding: { ...none, advice: ["run 'gamify init' to create a project"] } }
  } catch (error) {
    return { project: undefined, finding: failed('project', error) }
  }
}

/** Checks the design files. `text` is their design as JSON; undefined if the next start would not use it. */
export async function checkDesign(
  { io }: Shell,
  { design: directory }: Project,
): Promise<{ readonly text?: string | undefined; readonly finding: Finding }> {
  try {
    const { isThere, design, problems } = await designReader(io.files, directory).read()
    if (!isThere) return { finding: finding('design', 'ok', `there is no ${directory}; the game keeps its design`) }
    if (problems.length === 0)
      return {
        text: design && JSON.stringify(design.source),
        finding: finding('design', 'ok', `${directory} is valid`),
      }
    const advice = [
      ...problems.slice(0, MAX_LISTED).map((problem) => problemText(problem, io.cwd)),
      "fix the files ('gamify design validate' lists all problems); 'gamify serve' then deploys them",
    ]
    const message = `${directory} has ${counted(problems.length, 'problem', 'problems')}`
    return { finding: finding('design', 'problem', message, ...advice) }
  } catch (error) {
    return { finding: failed('design', error) }
  }
}
