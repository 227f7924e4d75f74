/** The position of the newest event of a workspace, as SQL; the argument is SQL too: a column or a parameter. */
export const newestEvent = (workspaceId: string): string =>
  `(select ledger.event_position from ledger where ledger.workspace_id = ${workspaceId})`
