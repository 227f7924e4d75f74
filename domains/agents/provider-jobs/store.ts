import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'

interface JobTable {
  readonly table: string
  /** The column of the job's id at the provider. */
  readonly providerId: string
  /** The status while the provider has the job. */
  readonly submitted: string
  readonly open: readonly string[]
  readonly retention: Parameters<typeof rowExpiry>[0]
}

/** Statements that are the same for each table of jobs at a provider; `kind` is in their names. */
export const jobStatements = (kind: string, { table, providerId, submitted, open, retention }: JobTable) => {
  const beginSending = rowStatement<{ id: string; now: Date }, { sentAt: Date; isFirst: boolean }>(
    `provider-job.begin-sending-${kind}`,
    `with old as (select id, sent_at from ${table} where workspace_id = :workspace and id = :id for no key update)
     update ${table} set sent_at = coalesce(old.sent_at, :now) from old
     where ${table}.id = old.id and ${table}.status = 'queued'
     returning coalesce(${table}.sent_at, :now) as "sentAt", old.sent_at is null as "isFirst"`,
  )
  const setSubmitted = statement<{ id: string; providerId: string }>(
    `provider-job.set-submitted-${kind}`,
    `update ${table} set status = '${submitted}', ${providerId} = :providerId, failures = 0
     where workspace_id = :workspace and id = :id and status = 'queued'`,
  )
  const setPolled = rowStatement<{ id: string; hasFailed: boolean; now: Date }, { polls: number; failures: number }>(
    `provider-job.set-polled-${kind}`,
    `update ${table} set polls = polls + 1, polled_at = :now,
       failures = case when :hasFailed then failures + 1 else 0 end
     where workspace_id = :workspace and id = :id returning polls, failures`,
  )
  const openOf = statement<{ projectId: string; open: readonly string[] }, { id: string; runId: string | null }>(
    `provider-job.open-of-project-${kind}`,
    `select id, run_id as "runId" from ${table}
     where workspace_id = :workspace and project_id = :projectId and status = any(:open) order by id for no key update`,
  )
  const purge = statement<{ projectId: string }>(
    `provider-job.purge-${kind}`,
    `delete from ${table} where workspace_id = :workspace and project_id = :projectId`,
  )
  return {
    /** Records that the job is perhaps submitted from now on; undefined if it is no longer queued. */
    beginSending,
    setSubmitted,
    /** Counts a question to the provider, and its failures in a row. */
    setPolled,
    /** Locks and returns a project's jobs that have not ended. */
    openOf: (tx: Transaction, projectId: string) => openOf(tx, { projectId, open }),
    purge: (tx: Transaction, projectId: string) => purge(tx, { projectId }),
    expiry: rowExpiry(retention, { name: table }, 'ended_at'),
  }
}

export type JobStatements = ReturnType<typeof jobStatements>
