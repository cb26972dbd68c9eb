import * as z from 'zod'
import { compare, parseLimit } from '../kernel/decimal.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { accessSettings, type AccessSetting } from '../kernel/game-info.ts'
import { nameSchema, shownName } from '../kernel/schema.ts'
import { shownAs } from '../kernel/shown-as.ts'
import {
  compileRequirement,
  type Requirement,
  type RequirementCatalogue,
  type RequirementDesign,
} from '../rules/requirement.ts'
import { within, type Report } from './component.ts'

/** The access settings that a definition allows for its instances. Spec 4.9, 4.10. */
export const accessList = z
  .array(z.enum(accessSettings))
  .min(1)
  .max(accessSettings.length)
  .refine((list) => new Set(list).size === list.length, 'expected each access setting once')

/** The schema of a limit on instances: a whole number, or "Infinity". */
export const instanceLimit = shownAs(
  z.union([z.string(), z.int()]).refine((value) => {
    const limit = parseLimit(String(value))
    return limit !== undefined && compare(limit, 0) >= 0 && !String(limit).includes('.')
  }, 'expected a whole number from 0, or "Infinity"'),
  () => z.union([z.string().regex(/^(\+?\d+(\.0+)?|-0+(\.0+)?|Infinity)$/), z.int().min(0)]),
)

/** The name of a lane or role. `*` and `~` are reserved: they stand for lanes of a kind. Spec 4.9, 4.15. */
export const laneOrRole = shownAs(
  nameSchema.refine((name) => name !== '*' && name !== '~', "expected a name other than '*', '~'"),
  () => shownName().regex(/^(?![*~]$)/),
)

/** The compiled settings of a definition, which apply to all its instances. */
export interface InstanceSettings {
  /** The allowed access settings, the strictest first. The first one is the default. Spec 4.10. */
  readonly access: readonly AccessSetting[]
  /** Whether players can create an instance. If not, only the operator can, and players do not see the definition. */
  readonly public: boolean
  readonly requires: Requirement
  readonly maxGlobalInstances: number
}

interface SettingsDesign {
  readonly access?: readonly AccessSetting[] | undefined
  readonly public?: boolean | undefined
  readonly requires?: RequirementDesign | undefined
  readonly max_global_instances?: string | number | undefined
}

/** Compiles the settings. Reports references to things that do not exist. */
export function compileSettings(
  { access = accessSettings, public: isPublic = true, requires, max_global_instances }: SettingsDesign,
  catalogue: RequirementCatalogue,
  report: Report,
): InstanceSettings {
  return {
    access: accessSettings.filter((setting) => access.includes(setting)).toReversed(),
    public: isPublic,
    requires: compileRequirement(requires, catalogue, within(report, 'requires')),
    maxGlobalInstances: limitOf(max_global_instances),
  }
}

/**
 * Returns the requested access setting, or the default. Returns a fault if the definition does not allow it. Spec 4.9,
 * 4.10.
 */
export function allowedAccess(
  { access: allowed }: Pick<InstanceSettings, 'access'>,
  requested?: string,
): AccessSetting | Fault {
  const found = requested === undefined ? allowed[0] : allowed.find((setting) => setting === requested)
  return found ?? fault('invalid_access_setting', { access: `${requested}`, allowed: allowed.join(', ') })
}

/** Returns a limit as a number. The default is no limit. */
export function limitOf(limit: string | number | undefined): number {
  return limit === undefined ? Infinity : Number(limit)
}
