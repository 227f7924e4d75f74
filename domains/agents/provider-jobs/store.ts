import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

interface JobTable {
  readonly table: string
  /** The column of the job's id at the provider. */
  readonly providerId: string
  /** The status while the provider has the job. */
  readonly submitted: string
  readonly open: readonly string[]
  /** Days that an ended job is stored. */
  readonly days: number
}

/** Statements that are the same for each table of jobs at a provider; `kind` is in their names. */
export const jobStatements = (kind: string, { table, providerId, submitted, open, days }: JobTable) => {
  const begin = statement<{ id: string; now: Date }, { sentAt: Date; isFirst: boolean }>(
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
  const setPolled = statement<{ id: string; hasFailed: boolean; now: Date }, { polls: number; failures: number }>(
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
  const isOld = `ended_at < now() - make_interval(days => ${days})`
  const due = statement<{ limit: number }, { workspaceId: string }>(
    `provider-job.due-${kind}`,
    `select distinct workspace_id as "workspaceId" from ${table} where ${isOld} limit :limit`,
  )
  const removeOld = statement<{ limit: number }, { id: string }>(
    `provider-job.remove-old-${kind}`,
    `delete from ${table} where id = any(array(select id from ${table} where workspace_id = :workspace and ${isOld}
       order by ended_at limit :limit)) returning id`,
  )
  return {
    /** Records that the job is perhaps submitted from now on; undefined if it is no longer queued. */
    beginSending: async (tx: Transaction, id: string, now: Date) => (await begin(tx, { id, now })).at(0),
    setSubmitted: (tx: Transaction, id: string, providerJobId: string) =>
      setSubmitted(tx, { id, providerId: providerJobId }),
    /** Counts a question to the provider, and its failures in a row. */
    setPolled: async (tx: Transaction, id: string, hasFailed: boolean, now: Date) =>
      (await setPolled(tx, { id, hasFailed, now })).at(0),
    /** Locks and returns a project's jobs that have not ended. */
    openOf: (tx: Transaction, projectId: string) => openOf(tx, { projectId, open }),
    purge: (tx: Transaction, projectId: string) => purge(tx, { projectId }),
    /** Workspaces with jobs past their retention. */
    dueIn: async (tx: Transaction, limit: number) => (await due(tx, { limit })).map(({ workspaceId }) => workspaceId),
    /** Deletes at most `limit` jobs past their retention; returns how many. */
    removeOld: async (tx: Transaction, limit: number) => (await removeOld(tx, { limit })).length,
  }
}

export type JobStatements = ReturnType<typeof jobStatements>
