import { v7 as uuidv7 } from 'uuid'
import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { upsertDeliverable } from '../contract.ts'
import { presentDeliverable } from '../present.ts'
import { findDeliverable, upsertDraft } from '../store.ts'

export default handle(upsertDeliverable, async ({ tx, params, body, caller, now, absent, invalid, ok }) => {
  const { title, clientStatus, summary } = body
  const dueDate = typeof body.dueDate === 'string' ? parseTimestamp(body.dueDate) : body.dueDate
  if (dueDate === '-infinity')
    return invalid([{ path: 'dueDate', message: 'must be in the year 1 or later', rule: 'format' }])
  const cycle = (await findCycle(tx, params.cycleId)) ?? absent()
  const place = { id: uuidv7(), projectId: cycle.projectId, cycleId: cycle.id, userId: caller.userId, now }
  await upsertDraft(tx, { ...place, title, clientStatus, dueDate, summary })
  const row = (await findDeliverable(tx, cycle.id)) ?? absent()
  return ok(presentDeliverable(row, caller.role), auditSubject(row, { fields: Object.keys(body) }))
})
