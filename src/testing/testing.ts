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
export { startGame } from './start-game.ts'
