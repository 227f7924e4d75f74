import type { StoredBuilds } from '../../../execution/previews/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import { buildsOfProject, type BuildLimits } from './rules-builds.ts'
import { deployments } from './contract.ts'
import { endAll, deploymentJobActions } from './record-changes.ts'
import { checkDomains, type DnsResolver } from './jobs/check-domains.ts'
import { expirePreviews } from './jobs/expire-previews.ts'
import { removeBuilds } from './jobs/remove-builds.ts'
import { startDeployments } from './jobs/start-deployments.ts'
import { noExecutor } from './no-executor.ts'
import routes, { picturesOfProject } from './handlers.ts'
import type { DeploymentWork, PreviewExecutor, PreviewSite } from './parts.ts'
import { deploymentKind, expireOfProject } from './store.ts'
import { removeDeployments } from './store-builds.ts'
import { removeDomain } from './store-domains.ts'
import { logExpiry } from './store-log.ts'
import { clearShareNotes } from './store-shares.ts'
import { toolbarPage } from './toolbar/index.ts'
import { deploymentWorkflow } from './workflow.ts'

interface Parts {
  readonly database: Database
  readonly engine: Engine
  readonly previewSite: PreviewSite
  readonly dns: DnsResolver
  readonly buildFolder: string
  readonly buildLimits: BuildLimits
  readonly objects: ObjectStore
  readonly storedBuilds: StoredBuilds
}

type WorkParts = Omit<DeploymentWork, keyof PreviewExecutor> & {
  /** Undefined if this program has nothing that builds: previews are switched off then. */
  readonly previewExecutor: PreviewExecutor | undefined
}

export default domain({
  name: 'deployments',
  contract: deployments,
  handlers: routes,
  kinds: { deployment: deploymentKind },
  pages: ({ previewSite }: Pick<Parts, 'previewSite'>) => [toolbarPage(previewSite)],
  workflows: ({ previewExecutor = noExecutor, ...parts }: WorkParts) => [
    deploymentWorkflow({ ...parts, ...previewExecutor }),
  ],
  schedules: (parts: Parts) => [
    { name: 'requested-previews', everySeconds: 3, work: (context) => startDeployments(parts, context) },
    { name: 'expired-previews', everySeconds: 60, work: (context) => expirePreviews(parts, context) },
    { name: 'production-domains', everySeconds: 60, work: (context) => checkDomains(parts, context) },
    { name: 'old-builds', everySeconds: 600, onEachMachine: true, work: (context) => removeBuilds(parts, context) },
  ],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: async (tx, projectId) => {
      await endAll(tx, await expireOfProject(tx, projectId, await tx.now(), 'open'), engine)
      await removeDomain(tx, { projectId })
    },
    archive: async (tx, projectId) =>
      endAll(tx, await expireOfProject(tx, projectId, await tx.now(), 'pending'), engine),
    filesOf: (id) => [picturesOfProject(id), buildsOfProject(id)],
    purge: removeDeployments,
  }),
  person: { eraseIn: (tx, { userId }) => clearShareNotes(tx, { userId }) },
  retention: [logExpiry],
  jobActions: deploymentJobActions,
})
