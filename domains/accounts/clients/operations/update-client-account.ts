import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { updateClientAccount } from '../contract/accounts.ts'
import { presentAccount } from '../present-account.ts'
import { isNameTaken, lockAccount, lockNames, updateAccount } from '../store-accounts.ts'

export default handle(updateClientAccount, async ({ tx, params, body, now, fail, absent, invalid, ok }) => {
  const account = (await lockAccount(tx, params.id)) ?? absent()
  if (account.archivedAt) return fail.accountArchived()
  const faults = faultsOfName('name', body.name, [account.name])
  if (faults.length > 0) return invalid(faults)
  const { name = account.name } = body
  if (name !== account.name && (await isTaken(tx, name, account.id))) return fail.nameTaken()
  const updated = (await updateAccount(tx, { ...account, ...body, updatedAt: now })) ?? fail.accountArchived()
  return ok(presentAccount(updated), {
    resource: ['client_account', updated.id],
    metadata: { fields: Object.keys(body) },
  })
})

const isTaken = async (tx: Transaction, name: string, by: string) => {
  await lockNames(tx)
  return isNameTaken(tx, name, by)
}
