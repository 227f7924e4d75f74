import { byServer, record, type ActivityEvent, type AuditEntry } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

interface InProject {
  readonly resource: readonly [type: string, id: string]
  readonly growthProjectId: string
  readonly details: Readonly<Record<string, unknown>>
}
type Entry = Pick<AuditEntry, 'action' | 'category'> &
  Partial<Pick<AuditEntry, 'outcome' | 'severity' | 'actor' | 'source'>>
type Event = Pick<ActivityEvent, 'name'> & Partial<ActivityEvent>

/** Records an audit row about a part of a growth project, by default as an act of the server, and events with its details. */
export const recordInProject = (
  tx: Transaction,
  { resource, growthProjectId, details }: InProject,
  entry: Entry,
  ...events: readonly Event[]
): void =>
  record(
    tx,
    { outcome: 'success', ...byServer, ...entry, resource, parent: ['growth_project', growthProjectId], details },
    ...events.map((event) => ({ entity: resource, payload: { growthProjectId, ...details }, ...event })),
  )
