import { domain } from '../../domain.ts'
import { codeHosts } from './contract.ts'
import { pushRevisions } from './jobs/push-revisions.ts'
import type { PushJobParts } from './parts.ts'
import routes from './routes.ts'
import { removeLink } from './store-links.ts'

export default domain({
  name: 'code-hosts',
  contract: codeHosts,
  handlers: routes,
  schedules: (parts: PushJobParts) => [
    { name: 'code-host-pushes', everySeconds: 3, work: (context) => pushRevisions(parts, context) },
  ],
  project: () => ({ purge: removeLink }),
  jobActions: ['repository.push'],
})
