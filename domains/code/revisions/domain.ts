import type { Repositories } from '../../../execution/repositories/index.ts'
import { domain } from '../../domain.ts'
import { sweepSessions, type SweepParts } from '../uploads/index.ts'
import { beginHistory } from './begin-history.ts'
import { revisions } from './contract.ts'
import { reopenLapsedUploads } from './jobs/reopen-lapsed-uploads.ts'
import routes from './routes.ts'
import { countRevisions } from './store.ts'
import { removeUploads, uploadSessions, uploadsOf } from './store-uploads.ts'

type Parts = SweepParts & { readonly repositories: Repositories }

export default domain({
  name: 'revisions',
  contract: revisions,
  handlers: routes,
  schedules: (parts: Parts) => [
    { name: 'revision-uploads', everySeconds: 3_600, work: (context) => sweepSessions(parts, uploadSessions, context) },
    { name: 'lapsed-uploads', everySeconds: 60, work: (context) => reopenLapsedUploads(parts, context) },
  ],
  project: ({ repositories }: Parts) => ({
    count: countRevisions,
    begin: (tx, project) => beginHistory(repositories, tx, project),
    filesOf: (id) => [`manifests/${id}`],
    purge: removeUploads,
  }),
  person: {
    exportIn: async (tx, { userId }) => ({ revisionUploads: await uploadsOf(tx, userId) }),
    eraseIn: (tx, { userId }) => uploadSessions.forgetKeys(tx, userId),
  },
})
