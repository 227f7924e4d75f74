/**
 * An order of rows of many workspaces, in SQL: the first row of each workspace, then the second of each. Rows of a
 * workspace are in `order`, so that a limit does not take all rows from the largest workspace.
 */
export const inTurns = (workspaceId: string, order: string): string =>
  `row_number() over (partition by ${workspaceId} order by ${order}), ${order}`
