import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  grownChains,
  hasCheckpoints,
  openAuditKeys,
  openCheckpoints,
  type Checkpoints,
} from '../../platform/audit/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { inDueWorkspaces } from '../../platform/jobs/index.ts'
import type { Closer } from './closer.ts'
import { refuseLostAuditKey } from './data-folder.ts'

const lastSigningMs = 5_000

interface AuditParts {
  readonly database: Database
  readonly dataFolder: string
  readonly log: FastifyBaseLogger
}

/** Opens the audit keys, and signs what has grown once more when everything that writes is closed. */
export const openAudit = async ({ database, dataFolder, log }: AuditParts, closing: Closer): Promise<Checkpoints> => {
  const file = join(dataFolder, 'audit.key')
  await refuseLostAuditKey(file, () => database.identity(hasCheckpoints))
  const checkpoints = openCheckpoints(database, await openAuditKeys(file), log)
  const signGrown = (signal: AbortSignal) =>
    inDueWorkspaces(database, grownChains, (workspace) => checkpoints.sign(workspace), { signal, log })
  closing.onClose(() =>
    signGrown(AbortSignal.timeout(lastSigningMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'Could not sign the last audit checkpoints; the next start signs them'),
    ),
  )
  return checkpoints
}
