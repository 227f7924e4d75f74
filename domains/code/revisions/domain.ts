import type { Repositories } from '../../../execution/repositories/index.ts'
import { domain, type NewProject } from '../../domain.ts'
import { sweepSessions, type SweepParts } from '../uploads/index.ts'
import { revisions } from './contract.ts'
import { reopenLapsedUploads } from './jobs/reopen-lapsed-uploads.ts'
import handlers from './handlers.ts'
import { countRevisions } from './store.ts'
import { removeUploads, uploadSessions, uploadsOf } from './store-uploads.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { attachRepository } from '../repository-records/index.ts'
import { advanceHead, createRoot } from './advance.ts'

const branch = 'main'

/** Makes an empty repository on Atelier's own host, whose root commit is the project's first revision. */
const beginHistory = async (
  repositories: Pick<Repositories, 'create'>,
  tx: Transaction,
  { id: projectId, createdAt: now }: NewProject,
): Promise<void> => {
  const repositoryId = uuidv7()
  const added = { id: repositoryId, projectId, host: 'native-repos', defaultBranch: branch, attached: false } as const
  await attachRepository(tx, { ...added, primary: true, now })
  const root = { repositoryId, branch, message: 'Begin the project', at: now, key: `create-project ${projectId}` }
  await advanceHead(tx, { projectId, repositoryId, branch, ...(await createRoot(repositories, tx, root)), now })
}

type Parts = SweepParts & { readonly repositories: Repositories }

export default domain({
  name: 'revisions',
  contract: revisions,
  handlers,
  schedules: (parts: Parts) => [
    { name: 'revision-uploads', everySeconds: 3_600, work: (context) => sweepSessions(parts, uploadSessions, context) },
    { name: 'lapsed-uploads', everySeconds: 60, work: (context) => reopenLapsedUploads(parts, context) },
  ],
  project: ({ repositories }: Parts) => ({
    count: countRevisions,
    begin: (tx, project) => beginHistory(repositories, tx, project),
    filesOf: (id) => [`manifests/${id}`],
    purge: (tx, projectId) => removeUploads(tx, { projectId }),
  }),
  person: {
    exportIn: async (tx, { userId }) => ({ revisionUploads: await uploadsOf(tx, { userId }) }),
    eraseIn: (tx, { userId }) => uploadSessions.forgetKeys(tx, userId),
  },
})
