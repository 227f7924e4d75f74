import type { Subject } from '../../../platform/handler/index.ts'
import type { RepositoryRow } from '../repository-records/index.ts'

/** The subject of audit rows of a repository's change. */
export const auditSubject = ({ id, projectId, host, fullName, label, defaultBranch }: RepositoryRow): Subject => ({
  resource: ['repository', id],
  parent: ['project', projectId],
  within: { projectId },
  metadata: { host, fullName, label, defaultBranch },
})
