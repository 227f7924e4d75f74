import { Readable } from 'node:stream'
import { validate } from 'uuid'
import {
  chainLine,
  readChainState,
  exportHead,
  originOf,
  readChain,
  type Checkpoints,
  type ReadTransaction,
  checkpointsBefore,
} from '../../../platform/audit/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { parseTimeBound } from '../../../platform/contract/timestamp.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { namedRuns, stepFailures, type TraceRun } from '../../../platform/jobs/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { eventsInTrace } from '../events/index.ts'
import * as contract from './contract.ts'
import { endOfLog, sizeOf, sizeCursor, cursorAfter, knownActions, parseCursor } from './rules.ts'
import { findEntry, entryPage, projectEntryPage, startedInTrace } from './store.ts'
import type { EntryRow } from './tables.ts'

// The row of the export is committed before its first byte leaves; a checkpoint vouches for all of what leaves.
const exportAuditLog = (checkpoints: Checkpoints) =>
  handle(contract.exportAuditLog, ({ workspace, read, commit, now }) =>
    commit(async ({ ok }) =>
      ok(Readable.from(linesOf(read, checkpoints, { workspace, now })), { resource: ['workspace', workspace] }),
    ),
  )

const chunkChars = 64 * 1024

/** Lines in pieces that are worth a write. */
async function* linesOf(
  read: ReadTransaction,
  checkpoints: Checkpoints,
  { workspace, now }: { readonly workspace: string; readonly now: Date },
): AsyncGenerator<string> {
  await checkpoints.sign(workspace)
  const head = await read(readChainState)
  let chunk = exportHead({
    workspaceId: workspace,
    origin: originOf(workspace),
    verifiers: checkpoints.verifiers(workspace),
    head: { position: head.position, hash: head.hash },
    exportedAt: now.toISOString(),
  })
  for await (const item of readChain(read, { upTo: head.position, upToSize: head.lastSize })) {
    chunk += chainLine(item)
    if (chunk.length < chunkChars) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const eventsMost = 200

const getAuditEntry = (everyDomain: Pick<EveryDomain, 'runLogs'>) =>
  handle(contract.getAuditEntry, async ({ tx, params, absent, ok }) => {
    const { hash, detailsHash, ...row } = (await findEntry(tx, { id: params.id })) ?? absent()
    const actingRun = row.actorType === 'agent' || row.actorType === 'system' ? row.actorId : null
    const [events, runs] = await Promise.all([
      row.traceId === null ? [] : eventsInTrace(tx, { traceId: row.traceId, rows: eventsMost }),
      runsOfTrace(tx, row.traceId, actingRun),
    ])
    const logs = await logsOfRuns(tx, everyDomain, runs)
    return ok({
      ...presentEntry(row),
      hash,
      detailsHash,
      events,
      runs,
      logs: logs.map((log) => ({ ...log, text: endOfLog(log.text) })),
    })
  })

const listAuditCheckpoints = (checkpoints: Checkpoints) =>
  handle(contract.listAuditCheckpoints, async ({ tx, workspace, query, invalid, ok }) => {
    const { limit = 50 } = query
    const before = sizeOf(query.cursor) ?? invalid([badCursor])
    const rows = await checkpointsBefore(tx, { before, limit: limit + 1 })
    const page = cutPage(rows, limit, ({ size }) => sizeCursor(size))
    return ok({
      origin: originOf(workspace),
      publicKeys: [...checkpoints.verifiers(workspace)],
      checkpoints: page.rows,
      nextCursor: page.next ?? null,
    })
  })

/** A filter for an action that nothing records is ignored. */
const listAuditLog = (actions: ReadonlySet<string>) =>
  handle(contract.listAuditLog, async ({ tx, query, invalid, ok }) => {
    const { cursor, limit = 50, action = '', from, to, ...filters } = query
    const after = parseCursor(cursor) ?? invalid([badCursor])
    const narrowed = {
      ...filters,
      action: actions.has(action) ? action : undefined,
      from: parseTimeBound(from, 'from'),
      to: parseTimeBound(to, 'to'),
    }
    return ok(presentPage(await entryPage(tx, narrowed, after, limit + 1), limit))
  })

const listProjectAuditLog = (actions: ReadonlySet<string>) =>
  handle(contract.listProjectAuditLog, async ({ tx, params, query, invalid, ok }) => {
    const { cursor, limit = 50, action = '', actorType } = query
    const after = parseCursor(cursor) ?? invalid([badCursor])
    const narrowed = { action: actions.has(action) ? action : undefined, actorType }
    return ok(presentPage(await projectEntryPage(tx, params.projectId, narrowed, after, limit + 1), limit))
  })

const verifyAuditChain = (checkpoints: Checkpoints) =>
  handle(contract.verifyAuditChain, async ({ workspace, read, signal, ok }) => {
    const verdict = await checkpoints.verify(workspace, (work) => {
      signal.throwIfAborted()
      return read(work)
    })
    const { position, hash } = verdict.head
    return ok({ ...verdict, head: { position, hash: hash.toString('hex') }, broken: verdict.broken ?? null })
  })

/** Serves the audit log of all domains: their actions are the filters. */
export default ({ checkpoints, everyDomain }: { checkpoints: Checkpoints; everyDomain: EveryDomain }) => {
  const actions = knownActions(everyDomain.operations, everyDomain.jobActions)
  return {
    listAuditLog: listAuditLog(actions),
    getAuditEntry: getAuditEntry(everyDomain),
    listProjectAuditLog: listProjectAuditLog(actions),
    verifyAuditChain: verifyAuditChain(checkpoints),
    listAuditCheckpoints: listAuditCheckpoints(checkpoints),
    exportAuditLog: exportAuditLog(checkpoints),
  }
}

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

const presentEntry = ({ details, ...row }: EntryRow) => ({ ...row, metadata: details })

const presentPage = (found: readonly EntryRow[], limit: number) => {
  const { rows, next } = cutPage(found, limit, cursorAfter)
  return { rows: rows.map(presentEntry), nextCursor: next ?? null }
}

const runsMost = 20
const logsMost = 100

/** Runs that requests of the trace started, as their audit rows name them, and the run that acted itself. */
const runsOfTrace = async (tx: Transaction, traceId: string | null, actingRun: string | null) => {
  const named = traceId === null ? [] : await startedInTrace(tx, traceId, runsMost)
  const acting = actingRun !== null && validate(actingRun) ? actingRun : null
  return named.length === 0 && acting === null ? [] : namedRuns(tx, acting, named, runsMost)
}

type TraceLog = Static<(typeof contract.getAuditEntry)['replies'][200]>['logs'][number]

/** The failures of these runs' steps, and the output of their checks, oldest first. */
const logsOfRuns = async (tx: Transaction, { runLogs }: Pick<EveryDomain, 'runLogs'>, runs: readonly TraceRun[]) => {
  if (runs.length === 0) return []
  const runIds = runs.map(({ id }) => id)
  const cycleIds = runs.map(({ subjectId }) => subjectId)
  const [steps, checks] = await Promise.all([
    stepFailures(tx, { runIds, rows: logsMost }),
    runLogs(tx, cycleIds, runIds, logsMost),
  ])
  const logs: TraceLog[] = [
    ...steps.map((step) => ({ ...step, source: 'step' as const, taskId: null })),
    ...checks.map((check) => ({ ...check, source: 'check' as const })),
  ]
  return logs.sort(byTime).slice(0, logsMost)
}

const byTime = (a: TraceLog, b: TraceLog) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1)
