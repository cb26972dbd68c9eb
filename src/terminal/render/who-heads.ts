/** The headings of the columns for ids and names. */
export type WhoHeads = readonly [id: string, name: string]

/** Returns the headings for a leaderboard that ranks players or teams. */
export function whoHeads(entities: string | undefined): WhoHeads {
  return entities === 'teams' ? ['TEAM', 'NAME'] : ['PLAYER', 'ALIAS']
}
