import { join } from 'node:path'
import type { StoredBuilds } from '../../../execution/previews/index.ts'
import type { Log } from '../../../platform/jobs/index.ts'
import { surroundingsFor } from './environment.ts'
import { openLog } from './log-lines.ts'
import type { DeploymentWork, Versions } from './parts.ts'
import { appendLog } from './store-log.ts'

interface VersionParts extends Pick<DeploymentWork, 'database' | 'vault' | 'fetcher' | 'buildFolder'> {
  readonly storedBuilds: Pick<StoredBuilds, 'prepare'>
}

/** Makes versions of sites from rows of deployments; what their programs print is added to the logs of these. */
export const openVersions = (parts: VersionParts, log: Log): Versions => {
  const logOf = (workspace: string, deploymentId: string) =>
    openLog(
      (content) => parts.database.within(workspace, async (tx) => appendLog(tx, deploymentId, content, await tx.now())),
      (error) => log.warn({ err: error, deployment: deploymentId }, 'Could not store the log of a deployment'),
    )
  return {
    of: (workspace, row) => {
      if (row.build === null) throw new Error(`The deployment ${row.id} has no build`)
      const build = { ...row.build, folder: join(parts.buildFolder, row.build.folder) }
      return {
        id: row.id,
        workspace,
        generation: row.generation,
        build,
        prepare: () => parts.storedBuilds.prepare(build),
        surroundings: () => surroundingsFor(parts, workspace, row),
        onLine: logOf(workspace, row.id).onLine,
        isAlwaysOn: row.minInstances > 0,
      }
    },
  }
}
