/** A fragment to join laterally: what a billable comes from, as `source_kind` and `source_id` of `source`. */
export const sourceOfBillable = (billableId: string): string =>
  `(select b.source_kind, b.source_id from billable b where b.workspace_id = :workspace and b.id = ${billableId}) source`
