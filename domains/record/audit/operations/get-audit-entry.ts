import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { eventsInTrace } from '../../events/index.ts'
import { getAuditEntry } from '../contract.ts'
import { presentEntry } from '../present.ts'
import { endOfLog } from '../rules.ts'
import { findEntry } from '../store.ts'
import { logsOfRuns, runsOfTrace } from '../trace.ts'

const eventsMost = 200

export default (everyDomain: Pick<EveryDomain, 'runLogs'>) =>
  handle(getAuditEntry, async ({ tx, params, absent, ok }) => {
    const { hash, detailsHash, ...row } = (await findEntry(tx, params.id)) ?? absent()
    const actingRun = row.actorType === 'agent' ? row.actorId : null
    const [events, runs] = await Promise.all([
      row.traceId === null ? [] : eventsInTrace(tx, row.traceId, eventsMost),
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
