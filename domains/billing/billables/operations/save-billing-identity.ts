import type { InvalidField } from '../../../../platform/contract/errors.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { saveBillingIdentity } from '../contract/identities.ts'
import { presentIdentity } from '../present.ts'
import { ibanOf } from '../rules/bank.ts'
import { faultsIn } from '../rules/tax.ts'
import { identifierFaults } from '../identifier-faults.ts'
import { findBillingIdentity, putBillingIdentity } from '../store-identities.ts'

const faultText = {
  name_twice: ['name', 'is the name of another tax class'],
  needs_rate: ['rateBps', 'is above 0 for the category S; goods without tax have another category'],
  takes_no_rate: ['rateBps', 'is 0 for every category but S'],
  needs_reason: ['reason', 'says why no tax is asked for'],
  takes_no_reason: ['reason', 'is null for the categories S and Z'],
} as const

const wrongIban = (invalid: (fields: readonly InvalidField[]) => never) =>
  invalid([
    { path: 'bankAccount.iban', message: 'has wrong check digits; compare it with your statement', rule: 'iban' },
  ])

export default handle(saveBillingIdentity, async ({ tx, workspace, caller, body, now, invalid, ok }) => {
  const faults = faultsIn(body.taxClasses)
  if (faults.length > 0)
    invalid(
      faults.map(({ at, fault }) => {
        const [field, message] = faultText[fault]
        return { path: `taxClasses[${at}].${field}`, message, rule: fault }
      }),
    )
  const { bankAccount: given } = body
  const wrong = identifierFaults(body.electronic)
  if (wrong.length > 0) invalid(wrong)
  const bankAccount = given && { ...given, iban: ibanOf(given.iban) ?? wrongIban(invalid) }
  const { electronic = (await findBillingIdentity(tx))?.electronic ?? null } = body
  const saved = await putBillingIdentity(tx, { ...body, electronic, bankAccount, now, userId: caller.userId })
  return ok(presentIdentity(saved), {
    resource: ['billing_identity', workspace],
    metadata: { taxClasses: body.taxClasses.map(({ name }) => name) },
  })
})
