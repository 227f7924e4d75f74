import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openAuditKeys, openCheckpoints, settleRepeats, type Checkpoints } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Engine } from '../../platform/jobs/index.ts'
import type { Closer } from './closer.ts'
import { inEachWorkspace } from './workspaces.ts'

const signEverySeconds = 300
const settleEverySeconds = 3_600
const lastSigningMs = 5_000

interface AuditParts {
  readonly database: Database
  readonly dataFolder: string
  readonly log: FastifyBaseLogger
}

/** Opens the audit keys, and signs what has grown once more when everything that writes is closed. */
export const openAudit = async ({ database, dataFolder, log }: AuditParts, closing: Closer): Promise<Checkpoints> => {
  const checkpoints = openCheckpoints(database, await openAuditKeys(join(dataFolder, 'audit.key')), log)
  closing.onClose(() =>
    signAll(database, checkpoints, AbortSignal.timeout(lastSigningMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'The last audit checkpoints could not be signed; the next start signs them'),
    ),
  )
  return checkpoints
}

interface Auditing {
  readonly engine: Engine
  readonly database: Database
  readonly checkpoints: Checkpoints
}

/** Signs the heads that have grown, and writes what processes that died had counted. */
export const scheduleAudit = ({ engine, database, checkpoints }: Auditing): void => {
  engine.schedule('audit-checkpoints', signEverySeconds, ({ signal }) => signAll(database, checkpoints, signal))
  engine.schedule('audit-repeats', settleEverySeconds, () =>
    inEachWorkspace(database, (workspace) => settleRepeats(database, workspace)),
  )
}

const signAll = (database: Database, checkpoints: Checkpoints, signal: AbortSignal) =>
  inEachWorkspace(database, (workspace) => checkpoints.sign(workspace), signal)
