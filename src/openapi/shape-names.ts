import type * as z from 'zod'
import { bootstrapSchema } from '../game/design/bootstrap.ts'
import { kindNames, kindSchemas } from '../game/design/kind-table.ts'
import { kinds } from '../game/design/source.ts'
import { activityEvent, eventBundle, notification } from '../game/feeds/answer-schema.ts'
import { amount, message, playerReference, reference, timestamp } from '../game/kernel/answer-shapes.ts'
import { boardDefinition, boardEntry, rankTrend } from '../game/leaderboards/answer-schema.ts'
import {
  change,
  metricDefinition,
  metricDefinitionByName,
  metricReference,
  recordedScore,
  score,
} from '../game/metrics/answer-schema.ts'
import { newProfile, performerProfileV1, profile, recordedProfile } from '../game/players/answer-schema.ts'
import {
  adminProcessItemAnswer,
  foundProcessAnswer,
  olderProcessAnswer,
  processDefinition,
  processDetailAnswer,
  processItemAnswer,
} from '../game/processes/answer-schema.ts'
import { processSchema } from '../game/processes/design.ts'
import { requestAnswer } from '../game/requests/answer-schema.ts'
import { shownReward } from '../game/rules/answer-schema.ts'
import { conditionSchema, requirementSchema } from '../game/rules/requirement.ts'
import { rewardSchema } from '../game/rules/reward.ts'
import {
  adminTeamAnswer,
  adminTeamItemAnswer,
  foundTeamAnswer,
  olderTeamAnswer,
  teamDefinition,
  teamDetailAnswer,
  teamItemAnswer,
} from '../game/teams/answer-schema.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const named = (): Readonly<Record<string, z.core.$ZodType>> => ({
  PlayerReference: playerReference,
  Reference: reference,
  Timestamp: timestamp,
  Amount: amount,
  Message: message,
  MetricReference: metricReference,
  Change: change,
  Score: score,
  RecordedScore: recordedScore,
  Metric: metricDefinition,
  MetricByName: metricDefinitionByName,
  Profile: profile,
  RecordedProfile: recordedProfile,
  NewProfile: newProfile,
  PerformerProfile: performerProfileV1,
  Event: activityEvent,
  EventBundle: eventBundle,
  Notification: notification,
  ProcessDefinition: processDefinition,
  Process: processDetailAnswer,
  ProcessWithState: olderProcessAnswer,
  ProcessItem: processItemAnswer,
  AdminProcessItem: adminProcessItemAnswer,
  FoundProcess: foundProcessAnswer,
  TeamDefinition: teamDefinition,
  Team: teamDetailAnswer,
  TeamInNumbers: olderTeamAnswer,
  TeamItem: teamItemAnswer,
  AdminTeam: adminTeamAnswer,
  AdminTeamItem: adminTeamItemAnswer,
  FoundTeam: foundTeamAnswer,
  Reward: shownReward,
  Request: requestAnswer,
  Leaderboard: boardDefinition,
  LeaderboardEntry: boardEntry,
  RankTrend: rankTrend,
  RewardDesign: rewardSchema,
  ActivityDesign: processSchema.shape.activities.unwrap().element,
  Requirement: requirementSchema,
  Condition: conditionSchema,
  BootstrapDesign: bootstrapSchema,
  ...Object.fromEntries(kinds.map((kind) => [`${capital(kindNames[kind])}Design`, kindSchemas[kind]])),
})

let names: ReadonlyMap<z.core.$ZodType, string> | undefined

/** Returns the names of the schemas that many routes share. */
export function shapeNames(): ReadonlyMap<z.core.$ZodType, string> {
  return (names ??= new Map(Object.entries(named()).map(([name, schema]) => [schema, name])))
}
