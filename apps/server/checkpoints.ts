import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  grownChains,
  hasCheckpoints,
  makeAuditKey,
  openCheckpoints,
  readAuditKeys,
  type AuditKeys,
  type Checkpoints,
} from '../../platform/audit/index.ts'
import type { Vault } from '../../platform/crypto/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { openInstanceKey } from '../../platform/instance-keys/index.ts'
import { inDueWorkspaces } from '../../platform/jobs/index.ts'
import type { Closer } from './closer.ts'
import { refuseLostAuditKey } from './data-folder.ts'

const lastSigningMs = 5_000

interface AuditParts {
  readonly database: Database
  readonly dataFolder: string
  /** Undefined if no root key was given. */
  readonly keyVault: Vault | undefined
  readonly log: FastifyBaseLogger
}

/** Opens the audit keys, and signs grown chains again when everything that writes is closed. */
export const openAudit = async (parts: AuditParts, closing: Closer): Promise<Checkpoints> => {
  const { database, log } = parts
  const checkpoints = openCheckpoints(database, await openKeys(parts), log)
  const signGrown = (signal: AbortSignal) =>
    inDueWorkspaces(database, grownChains, (workspace) => checkpoints.sign(workspace), {
      signal,
      log,
      everySeconds: 0,
      late: new Map(),
    })
  closing.onClose(() =>
    signGrown(AbortSignal.timeout(lastSigningMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'Could not sign the last audit checkpoints; the next start signs them'),
    ),
  )
  return checkpoints
}

const openKeys = ({ database, dataFolder, keyVault, log }: AuditParts): Promise<AuditKeys> => {
  const file = join(dataFolder, 'audit.key')
  return openInstanceKey(
    { database, vault: keyVault, log },
    {
      name: 'audit',
      file,
      purpose: 'which signs the audit log',
      make: makeAuditKey,
      read: readAuditKeys,
      follows: ({ publicKeys: [, ...former] }, { signer }) => former.some((key) => key.equals(signer.publicKey)),
      refuseLost: () => refuseLostAuditKey(file, () => database.identity(hasCheckpoints)),
    },
  )
}
