/**
 * An order of rows of many workspaces, in SQL: the first row of each workspace, then the second of each. Those of one
 * workspace are in `order`, so that a limit does not take all its rows from the one that has most.
 */
export const inTurns = (workspaceId: string, order: string): string =>
  `row_number() over (partition by ${workspaceId} order by ${order}), ${order}`
