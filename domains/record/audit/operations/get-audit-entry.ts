import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { getAuditEntry } from '../contract.ts'
import { presentEntry } from '../present.ts'
import { endOfLog } from '../rules.ts'
import { findEntry } from '../store.ts'
import { eventsOfTrace, logsOfRuns, runsOfTrace } from '../store-trace.ts'

export default handle(getAuditEntry, async ({ tx, params, absent, ok }) => {
  if (!validate(params.id)) return absent()
  const { hash, detailsHash, ...row } = (await findEntry(tx, params.id)) ?? absent()
  const actingRun = row.actorType === 'agent' ? row.actorId : null
  const [events, runs] = await Promise.all([
    row.traceId === null ? [] : eventsOfTrace(tx, row.traceId),
    runsOfTrace(tx, row.traceId, actingRun),
  ])
  const logs = await logsOfRuns(tx, runs)
  return ok({
    ...presentEntry(row),
    ...{ hash, detailsHash, events, runs },
    logs: logs.map((log) => ({ ...log, text: endOfLog(log.text) })),
  })
})
