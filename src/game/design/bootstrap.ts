import * as z from 'zod'
import { isFault } from '../kernel/fault.ts'
import { accessSettings, type AccessSetting } from '../kernel/game-info.ts'
import { wallTime } from '../kernel/instant.ts'
import { quoted } from '../kernel/message-text.ts'
import { customIssue } from '../kernel/schema-problems.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import type { Metrics } from '../metrics/design.ts'
import type { ProcessDefinition } from '../processes/definition.ts'
import { processName } from '../processes/names.ts'
import { giveReward, type RewardFailure, isRewardFailure } from '../rules/give-reward.ts'
import type { Reading } from '../rules/reading.ts'
import { checkReward, compileReward, rewardFields, type Reward } from '../rules/reward.ts'
import { MAX_WORK, tooMuchGivenMessage, workOfGifts } from '../rules/work.ts'
import type { TeamDefinition } from '../teams/design.ts'
import { linkRole } from '../teams/reference.ts'
import { within, type Report } from './component.ts'
import { allowedAccess, laneOrRole, type InstanceSettings } from './instance-settings.ts'

const MAX_SCORES = 1000
const MAX_INSTANCES = 100
const MAX_ROLES = 100

/** The fields of a process or team that is created for new players. */
const instanceFields = {
  definition: z.string(),
  id: idSchema,
  name: z.string().min(1).max(256).optional(),
  access: z.enum(accessSettings).optional(),
}

/** Returns the schema of the instances of a kind, whose ids must be unique. */
const instances = <T extends z.ZodType<{ readonly id: string }>>(instance: T) =>
  z
    .array(instance)
    .max(MAX_INSTANCES)
    .superRefine((list, check) => {
      const firstIndexes = new Map<string, number>()
      list.forEach(({ id }, i) => {
        const first = firstIndexes.get(id)
        if (first === undefined) firstIndexes.set(id, i)
        else check.addIssue(customIssue([i, 'id'], `the id ${quoted(id)} is already used by number ${first + 1}`))
      })
    })

/** The schema of what each new player starts with. Spec 4.12. */
export const bootstrapSchema = strictObject({
  scores: z
    .array(
      strictObject({ metric: rewardFields.metric, value: rewardFields.value }).superRefine((score, check) =>
        checkReward({ ...score, verb: 'set' }, check),
      ),
    )
    .max(MAX_SCORES)
    .optional(),
  processes: instances(strictObject({ ...instanceFields, id: processName })).optional(),
  teams: instances(
    strictObject({ ...instanceFields, roles: z.array(laneOrRole).max(MAX_ROLES).optional() }),
  ).optional(),
})
export type BootstrapDesign = z.output<typeof bootstrapSchema>

/** What a bootstrap can refer to. */
export interface BootstrapCatalogue {
  readonly metrics: Metrics
  readonly processes: ReadonlyMap<string, ProcessDefinition>
  readonly teams: ReadonlyMap<string, TeamDefinition>
}

/** A process or team that each new player joins. */
interface Bootstrapped<D> {
  readonly definition: D
  readonly id: string
  readonly name: string
  readonly access: AccessSetting
}
export type BootstrappedProcess = Bootstrapped<ProcessDefinition>
export interface BootstrappedTeam extends Bootstrapped<TeamDefinition> {
  /** The roles of the player. Default: the lowest role. */
  readonly roles: readonly string[]
}

/** A compiled bootstrap. */
export interface Bootstrap {
  /** Rewards with the verb `set`. */
  readonly scores: readonly Reward[]
  readonly processes: readonly BootstrappedProcess[]
  readonly teams: readonly BootstrappedTeam[]
}

/** Compiles a bootstrap. Reports references to things that do not exist. */
export function compileBootstrap(design: BootstrapDesign, catalogue: BootstrapCatalogue, report: Report): Bootstrap {
  const { processes = [], teams = [] } = design
  return {
    scores: compileScores(design, catalogue, report),
    processes: compileInstances('process', processes, catalogue.processes, within(report, 'processes')),
    teams: compileTeams(teams, catalogue.teams, within(report, 'teams')),
  }
}

function compileScores({ scores = [] }: BootstrapDesign, { metrics }: BootstrapCatalogue, report: Report): Reward[] {
  const rewards = scores.flatMap((score, i) => {
    const reward = compileReward({ ...score, verb: 'set' }, metrics, new Set(), within(report, 'scores', i))
    return reward ? [reward] : []
  })
  if (workOfGifts(rewards) > MAX_WORK) report(['scores'], tooMuchGivenMessage)
  return rewards
}

interface InstanceDesign {
  readonly definition: string
  readonly id: string
  readonly name?: string | undefined
  readonly access?: AccessSetting | undefined
}

function compileTeams(
  designs: readonly (InstanceDesign & { readonly roles?: readonly string[] | undefined })[],
  definitions: BootstrapCatalogue['teams'],
  report: Report,
): BootstrappedTeam[] {
  designs.forEach(({ definition: id, roles = [] }, i) => {
    const known = definitions.get(id)
    const team = known && { id, roles: new Set(known.roles.keys()) }
    if (team) roles.forEach((role, j) => linkRole(role, team, [i, 'roles', j], report))
  })
  const given = new Map(designs.map(({ id, roles = [] }) => [id, roles]))
  return compileInstances('team', designs, definitions, report).map((team) => {
    const roles = given.get(team.id) ?? []
    return { ...team, roles: roles.length > 0 ? roles : [...team.definition.roles.keys()].slice(0, 1) }
  })
}

function compileInstances<D extends InstanceSettings & { readonly id: string; readonly name: string }>(
  kind: 'process' | 'team',
  designs: readonly InstanceDesign[],
  definitions: ReadonlyMap<string, D>,
  report: Report,
): Bootstrapped<D>[] {
  const plural = kind === 'process' ? 'processes' : 'teams'
  return designs.flatMap(({ definition: definitionId, id, name, access: requested }, i) => {
    const definition = definitions.get(definitionId)
    if (!definition) {
      report(
        [i, 'definition'],
        (suggest) => `unknown ${kind} ${quoted(definitionId)}${suggest(definitionId, definitions.keys())}`,
        [plural, definitionId],
      )
      return []
    }
    const access = allowedAccess(definition, requested)
    if (!isFault(access)) return { definition, id, name: name ?? definition.name, access }
    report(
      [i, 'access'],
      `the ${kind} '${definitionId}' does not allow ${requested}; expected one of ${definition.access.join(', ')}`,
    )
    return []
  })
}

/**
 * Reports start scores that cannot be computed. All new players start alike, so the result holds for all of them.
 * Nothing else in the design can be wrong.
 */
export function checkStart({ scores }: Bootstrap, metrics: Metrics, report: Report): void {
  const newcomer: Reading = {
    metrics,
    scores: {},
    variables: new Map(),
    inTeam: () => false,
    actionCount: () => 0,
    wall: () => wallTime(0),
  }
  scores.forEach((reward, i) => {
    const given = giveReward(reward, 1, newcomer.scores, newcomer)
    if (given !== undefined && isRewardFailure(given)) report(['scores', i, 'value'], failing(given))
  })
}

const failing = ({ formula, failure }: RewardFailure): string =>
  `the formula ${quoted(formula)} cannot be computed for a new player: ${failure}`
