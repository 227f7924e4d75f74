import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { holdAccount } from '../../../accounts/clients/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { amountFor } from '../check-amount.ts'
import { createBillable } from '../contract/billables.ts'
import { presentBillable } from '../present.ts'
import { belongsTo, findWork } from '../billable-source.ts'
import { insertBillable } from '../store.ts'

export default handle(createBillable, async ({ tx, caller, body, now, fail, absent, invalid, created }) => {
  const { source, ...priced } = body
  const amountMinor = amountFor(priced, 'positive')
  if ((source.kind === 'entry') !== (source.id === null))
    invalid([{ path: 'source.id', message: 'is null for an entry, and for nothing else', rule: 'source' }])
  const account = (await holdAccount(tx, body.clientAccountId)) ?? fail.accountArchived()
  const work = source.kind === 'entry' ? undefined : ((await findWork(tx, source.kind, source.id!)) ?? absent())
  if (work && source.kind === 'decision' && !work.isApproved) return fail.notApproved()
  if (work && !(await belongsTo(tx, work.projectId, account.id))) return fail.ofAnotherAccount()
  const row = await insertBillable(tx, {
    ...priced,
    id: uuidv7(),
    correctsId: null,
    amountMinor,
    createdAt: now,
    createdBy: caller.userId,
    sourceKind: source.kind,
    sourceId: source.id,
    revisionHash: work?.revisionHash ?? null,
  })
  return created(presentBillable(row), auditSubject(row))
})
