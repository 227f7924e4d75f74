import { chainHash, detailsHash, emptyHead } from '../../platform/audit/index.ts'
import { asOwner } from '../database-state.ts'
import type { TestServer } from '../server.ts'

export interface AuditRow {
  readonly position: number
  readonly actorType: string
  readonly actorId: string | null
  readonly action: string
  readonly category: string
  readonly resourceType: string | null
  readonly resourceId: string | null
  readonly outcome: string
  readonly severity: string
  readonly source: string
  readonly requestId: string | null
  readonly traceId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

const text = `
  select r.workspace_id as "workspaceId", r.position::int, r.id, r.occurred_at as "occurredAt",
    r.actor_type as "actorType", r.actor_id as "actorId", r.action, r.category, r.resource_type as "resourceType",
    r.resource_id as "resourceId", r.parent_type as "parentType", r.parent_id as "parentId", r.outcome, r.severity,
    r.source, r.request_id as "requestId", r.trace_id as "traceId", encode(r.details_hash, 'hex') as "detailsHash",
    r.hash, r.salt, r.details
  from audit_row r
  where r.workspace_id = $1 order by r.position`

/** The audit rows of a workspace, once its chain is recomputed from the first row to the recorded head. */
export const wholeChain = async (server: TestServer, workspace: string): Promise<AuditRow[]> => {
  const rows = await asOwner(server, text, [workspace])
  const [ledger] = await asOwner(server, 'select * from ledger where workspace_id = $1', [workspace])
  let head: Buffer = emptyHead
  for (const [at, { hash, salt, details, ...row }] of rows.entries()) {
    const chained = { ...row, occurredAt: (row.occurredAt as Date).toISOString() }
    head = chainHash(head, chained)
    const proven = detailsHash(salt as Buffer, details as Record<string, unknown>).toString('hex')
    const fault = {
      position: row.position === at + 1,
      hash: head.equals(hash as Buffer),
      details: proven === row.detailsHash,
    }
    if (Object.values(fault).includes(false)) throw new Error(`The chain breaks at ${at + 1}: ${JSON.stringify(fault)}`)
  }
  if (!head.equals(ledger!.audit_hash as Buffer)) throw new Error('The recorded head is not that of the chain')
  return rows as unknown as AuditRow[]
}

/** The audit rows of effects on one resource, on a chain that holds. */
export const auditOf = async (server: TestServer, workspace: string, resourceId: string): Promise<AuditRow[]> =>
  (await wholeChain(server, workspace)).filter((row) => row.resourceId === resourceId && row.outcome === 'success')

/** The audit rows of what was denied or failed, on a chain that holds. */
export const refusalsOf = async (server: TestServer, workspace: string): Promise<AuditRow[]> =>
  (await wholeChain(server, workspace)).filter((row) => row.outcome !== 'success')

const copied = `occurred_at, actor_type, actor_id, action, category, resource_type, resource_id, parent_type, parent_id,
  outcome, severity, source, request_id, trace_id, details_hash, hash, salt, details, project_id`

/** A statement of the database's owner: puts a copy of one row in at another position of the workspace `$1`. */
export const copyRow = (from: number, to: number): string => `
  insert into audit_row (workspace_id, position, id, ${copied})
  select workspace_id, ${to}, gen_random_uuid(), ${copied} from audit_row where workspace_id = $1 and position = ${from}`
