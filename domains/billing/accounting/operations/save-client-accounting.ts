import { handle } from '../../../../platform/handler/index.ts'
import { saveClientAccounting } from '../contract.ts'
import { presentClientAccounting } from '../present.ts'
import { isDebtorFor } from '../rules/settings.ts'
import { findAccounting, findClientAccounting, putClientAccounting, removeClientAccounting } from '../store.ts'

export default handle(saveClientAccounting, async ({ tx, params, body, caller, now, invalid, ok }) => {
  const { clientAccountId } = params
  const { debtorAccount } = body
  const accountLength = (await findAccounting(tx))?.accountLength
  if (debtorAccount !== null && accountLength !== undefined && !isDebtorFor(debtorAccount, accountLength)) {
    const message = `has ${accountLength + 1} digits, one more than ledger accounts`
    invalid([{ path: 'debtorAccount', message, rule: 'other_length' }])
  }
  if (debtorAccount === null) await removeClientAccounting(tx, clientAccountId)
  else await putClientAccounting(tx, { clientAccountId, debtorAccount, now, userId: caller.userId })
  return ok(presentClientAccounting(await findClientAccounting(tx, clientAccountId)), {
    resource: ['client_accounting', clientAccountId],
    parent: ['client_account', clientAccountId],
    metadata: { debtorAccount },
  })
})
