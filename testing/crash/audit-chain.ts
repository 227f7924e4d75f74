import { chainHash, emptyHead } from '../../platform/audit/index.ts'

interface AuditRow {
  readonly hash: Buffer
  readonly detailsHash: Buffer
  readonly occurredAt: Date
  readonly position: string
}

type Query = <Row extends object>(text: string) => Promise<Row[]>

/** Computes the chain of the only workspace again, from its first row to the head in the ledger, and says how it is. */
export const chainOf = async (query: Query): Promise<string> => {
  let head: Buffer = emptyHead
  for (const { hash, detailsHash, occurredAt, position, ...rest } of await query<AuditRow>(rows)) {
    const more = { position: Number(position), occurredAt: occurredAt.toISOString() }
    head = chainHash(head, { ...rest, ...more, detailsHash: detailsHash.toString('hex') })
    if (!head.equals(hash)) return `broken at row ${position}`
  }
  const [ledger] = await query<{ auditHash: Buffer }>('select audit_hash as "auditHash" from ledger')
  return ledger?.auditHash.equals(head) ? 'whole' : 'not as long as its ledger says'
}

const rows = `select workspace_id as "workspaceId", position, id, occurred_at as "occurredAt", actor_type as "actorType",
  actor_id as "actorId", action, category, resource_type as "resourceType", resource_id as "resourceId",
  parent_type as "parentType", parent_id as "parentId", outcome, severity, source, request_id as "requestId",
  trace_id as "traceId", details_hash as "detailsHash", hash from audit_row order by position`
