import type { Design } from './design/design.ts'
import type { GameState } from './game-state.ts'
import type { Command, Context, Operation, View, Walk } from './kernel/operation.ts'

/** The kernel's operations, over this game's state and design. */
export type GameContext = Context<Design>
export type GameCommand<I, R> = Command<GameState, Design, I, R>
export type GameView<I, R> = View<GameState, Design, I, R>
export type GameWalk<I, R> = Walk<GameState, Design, I, R>
export type GameOperation<I, R> = Operation<GameState, Design, I, R>
