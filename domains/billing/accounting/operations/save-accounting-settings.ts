import { handle } from '../../../../platform/handler/index.ts'
import { saveAccountingSettings } from '../contract.ts'
import { presentAccounting } from '../present.ts'
import { faultsIn } from '../rules/settings.ts'
import { putAccounting } from '../store.ts'

const faultText = {
  class_twice: ['taxClass', 'has an account already'],
  other_length: ['revenueAccount', 'has another number of digits than accountLength'],
} as const

export default handle(saveAccountingSettings, async ({ tx, workspace, caller, body, now, invalid, ok }) => {
  const faults = faultsIn(body.taxAccounts, body.accountLength)
  if (faults.length > 0)
    invalid(
      faults.map(({ at, fault }) => {
        const [field, message] = faultText[fault]
        return { path: `taxAccounts[${at}].${field}`, message, rule: fault }
      }),
    )
  const saved = await putAccounting(tx, { ...body, now, userId: caller.userId })
  return ok(presentAccounting(saved), {
    resource: ['accounting_settings', workspace],
    metadata: { taxClasses: body.taxAccounts.map(({ taxClass }) => taxClass) },
  })
})
