import { v7 as uuidv7 } from 'uuid'
import { imageBuildRecord } from '../../domains/code/sandboxes/index.ts'
import type { BuildRecord } from '../../execution/packages/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

interface RecordOf {
  readonly workspace: string
  readonly projectId: string
  readonly runId?: string
  readonly attempt?: number
}

/** The record of a base that an attempt at a step builds, without the step itself. */
export const baseRecord = (
  { database }: { readonly database: Database },
  { workspace, projectId, runId = uuidv7(), attempt = 1 }: RecordOf,
): BuildRecord =>
  imageBuildRecord(
    {
      run: { id: runId },
      step: { seq: 2, attempt },
      write: <T>(work: (tx: Transaction) => Promise<T>) => database.within(workspace, work),
    },
    {
      projectId,
      repositoryId: uuidv7(),
      commitSha: 'a'.repeat(40),
      kind: 'packages',
      cause: 'base',
      contentHash: 'b'.repeat(64),
    },
  )

/** A base that was built, and ended so. */
export const builtBase = (
  server: { readonly database: Database },
  of: RecordOf,
  end: { readonly error: string | undefined; readonly log: string },
): Promise<void> =>
  baseRecord(server, of).build(
    async () => {},
    () => end,
  )
