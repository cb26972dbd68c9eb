import { designReader } from '../../project/design-reader.ts'
import { problemText } from '../../project/problem.ts'
import type { Project } from '../../project/project.ts'
import { loadProject } from '../../terminal/load-project.ts'
import { counted } from '../../terminal/render/quantities.ts'
import type { Shell } from '../../terminal/shell.ts'
import { failed, finding, type Finding } from './finding.ts'

/** So many problems of a design are told; the rest is for the command that tells all. */
const MAX_TOLD = 3

/** The project with how its gamify.json is; no project where that cannot be used. */
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

/** The design files with how they are, and the text of their design; none where a start takes none from them. */
export async function checkDesign(
  { io }: Shell,
  { design: directory }: Project,
): Promise<{ readonly text?: string | undefined; readonly finding: Finding }> {
  try {
    const { isThere, design, problems } = await designReader(io.files, directory).look()
    if (!isThere) return { finding: finding('design', 'ok', `there is no ${directory}; the game keeps its design`) }
    if (problems.length === 0)
      return {
        text: design && JSON.stringify(design.source),
        finding: finding('design', 'ok', `${directory} is valid`),
      }
    const advice = [
      ...problems.slice(0, MAX_TOLD).map((problem) => problemText(problem, io.cwd)),
      "fix the files ('gamify design validate' lists all problems); 'gamify serve' then deploys them",
    ]
    const told = `${directory} has ${counted(problems.length, 'problem', 'problems')}`
    return { finding: finding('design', 'problem', told, ...advice) }
  } catch (error) {
    return { finding: failed('design', error) }
  }
}
