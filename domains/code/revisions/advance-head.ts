import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertRevision, type NewRevision } from './store.ts'
import type { RevisionRow } from './tables.ts'

// A first revision comes with `project.created` or `repository.attached`, a switched one with `repository.primary`.
const announced: readonly RevisionRow['source'][] = ['upload', 'merge']

/** Adds the next generation, makes it the head, and records the event. The caller holds the project's row. */
export const advanceHead = async (tx: Transaction, added: NewRevision): Promise<RevisionRow> => {
  const revision = await insertRevision(tx, added)
  if (announced.includes(revision.source)) recordRevision(tx, added, revision)
  return revision
}

const recordRevision = (tx: Transaction, { projectId, cycleId }: NewRevision, { id, commitSha }: RevisionRow): void =>
  record(tx, undefined, {
    name: 'revision.created',
    entity: ['project', projectId],
    projectId,
    ...(cycleId && { cycleId }),
    payload: { revisionId: id, commitSha },
  })
