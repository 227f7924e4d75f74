import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { markLeads, markNewLeads } from '../leads/index.ts'
import { lookupRun } from './graph.ts'
import { beginPass, insertPass, removeEmptyPass } from './store-passes.ts'
import type { PassRow } from './tables.ts'

interface LookupRequest {
  readonly growthProjectId: string
  /** The play that the leads belong to, which pays; null for none. */
  readonly growthPlayId: string | null
  /** Some of its leads; all that are new without it. */
  readonly leadIds?: readonly string[]
  /** Null if no person asked for it. */
  readonly startedBy: string | null
}

/**
 * Begins a pass over leads of a growth project as a durable job. Leads that are not new, were looked up before or wait
 * for another pass are left out; undefined if none is left.
 */
export const lookUpLeads = async (
  tx: Transaction,
  engine: Pick<Engine, 'start'>,
  { leadIds, ...request }: LookupRequest,
): Promise<PassRow | undefined> => {
  const id = uuidv7()
  await insertPass(tx, { id, ...request, now: await tx.now() })
  const { growthProjectId } = request
  const leads = leadIds
    ? await markLeads(tx, growthProjectId, leadIds, id)
    : await markNewLeads(tx, growthProjectId, id)
  if (leads === 0) {
    await removeEmptyPass(tx, id)
    return undefined
  }
  const { graph: kind, name: first } = lookupRun.at.look
  const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: id, first })
  return beginPass(tx, id, leads, runId)
}
