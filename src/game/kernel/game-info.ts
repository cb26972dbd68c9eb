/** The description of a game. Spec 2 "Game status", 4.15. */
export interface GameInfo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly type: string
  readonly listed: boolean
  readonly access: AccessSetting
  readonly timezone: string
  readonly image: string
  /** When the game was created, in ms since 1970. */
  readonly created: number
}

/** Who can join: anyone, players whose request is approved, or players who are invited. Spec 1 "Conventions". */
export const accessSettings = ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const
export type AccessSetting = (typeof accessSettings)[number]
