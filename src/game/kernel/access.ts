/** Who may come in: anybody, who asks, who is invited. Spec 1 "Conventions". */
export const accessSettings = ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const
export type AccessSetting = (typeof accessSettings)[number]
