/** A fragment for statements of other domains: the project in which something was decided. */
export const projectOfApproval = (approvalId: string): string =>
  `(select a.project_id from deliverable_approval a where a.id = ${approvalId})`
