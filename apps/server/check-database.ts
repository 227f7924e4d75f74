import type { FastifyBaseLogger } from 'fastify'
import { keysSealedWithOthers } from '../../domains/code/secrets/index.ts'
import { StartRefusal } from '../../platform/configuration/index.ts'
import type { RootKeys } from '../../platform/crypto/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SchemaReader } from '../../platform/db/migrate.ts'
import { hasServingRoles } from '../../platform/db/serving-roles.ts'
import { poolerSentence } from './start-refusal.ts'

/** Refuses to start if a pooler in front of the database drops the role that each connection asks for. */
export const refuseLostRoles = async (database: Database): Promise<void> => {
  if (!(await hasServingRoles(database))) throw new StartRefusal(poolerSentence)
}

/** Warns if the database holds secrets that these root keys do not open. */
export const warnOfForeignKeys = async (
  database: SchemaReader,
  rootKeys: RootKeys | undefined,
  file: string,
  log: FastifyBaseLogger,
): Promise<void> => {
  const known = (rootKeys ?? []).map(({ id }) => id)
  const sealedWith = await keysSealedWithOthers(database, known)
  if (sealedWith.length === 0) return
  log.warn(
    { sealedWith, known },
    `${file} is not the key that secrets of this database were sealed with, so they cannot be opened. ` +
      `Put the key of this database back from its backup`,
  )
}
