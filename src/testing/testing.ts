export type { CheckOptions } from './checking.ts'
export type {
  DesignParts,
  Game,
  GameClient,
  GameClock,
  GameSettings,
  RequestParts,
  RouteAnswer,
  RouteInput,
  RouteName,
  RouteOutput,
  StepInput,
  StartOptions,
} from './game.ts'
export type { WhatIfOptions } from './history.ts'
export type { SimulateOptions } from './simulation.ts'
export { check } from './check.ts'
export { simulate } from './simulate.ts'
export { startGame } from './start-game.ts'
export { whatIf } from './what-if.ts'
