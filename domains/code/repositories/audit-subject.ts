import type { Subject } from '../../../platform/handler/index.ts'
import type { RepositoryRow } from '../projects/index.ts'

/** What the audit row of a change to a repository is about. */
export const auditSubject = ({ id, projectId, host, fullName, label, defaultBranch }: RepositoryRow): Subject => ({
  resource: ['repository', id],
  parent: ['project', projectId],
  within: { projectId },
  metadata: { host, fullName, label, defaultBranch },
})
