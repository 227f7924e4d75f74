/** A condition in SQL: the billing identity of the workspace was saved after a time. */
export const isIdentitySavedAfter = (time: string): string =>
  `exists (select from billing_identity b where b.workspace_id = :workspace and b.updated_at > ${time})`

/** A fragment to join laterally: the source of a billable, as `source_kind` and `source_id` of `source`. */
export const sourceOfBillable = (billableId: string): string =>
  `(select b.source_kind, b.source_id from billable b where b.workspace_id = :workspace and b.id = ${billableId}) source`
