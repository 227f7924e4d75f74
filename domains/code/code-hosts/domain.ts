import { domain } from '../../domain.ts'
import { warnOfEnds } from '../connections/index.ts'
import { codeHosts } from './contract.ts'
import { pushRevisions } from './jobs/push-revisions.ts'
import { syncCodeHosts } from './jobs/sync-code-hosts.ts'
import type { SyncParts } from './parts.ts'
import handlers from './handlers.ts'
import { deliveryRetention, endingHosts } from './store.ts'
import { removeLink } from './store-links.ts'
import { removePullRequests } from './store-pull-requests.ts'

export default domain({
  name: 'code-hosts',
  contract: codeHosts,
  handlers,
  schedules: (parts: SyncParts) => [
    { name: 'code-host-pushes', everySeconds: 3, work: (context) => pushRevisions(parts, context) },
    {
      name: 'code-host-ends',
      everySeconds: 600,
      work: (context) => warnOfEnds(parts, 'code_host', endingHosts, context),
    },
    { name: 'code-host-sync', everySeconds: 3, work: (context) => syncCodeHosts(parts, context) },
  ],
  project: () => ({
    purge: async (tx, projectId) => {
      await removePullRequests(tx, { projectId })
      await removeLink(tx, { projectId })
    },
  }),
  retention: [deliveryRetention],
  jobActions: ['repository.push', 'pull_request.change', 'code_host.set_aside'],
})
