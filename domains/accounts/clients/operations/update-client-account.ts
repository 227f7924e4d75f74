import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { updateClientAccount } from '../contract/accounts.ts'
import { presentAccount } from '../present-account.ts'
import { accountNamed, lockAccount, lockNames, updateAccount } from '../store-accounts.ts'

export default handle(updateClientAccount, async ({ tx, params, body, now, fail, absent, ok }) => {
  const account = (await lockAccount(tx, params.id)) ?? absent()
  if (account.archivedAt) return fail.accountArchived()
  if (body.name && (await isTaken(tx, body.name, account.id))) return fail.nameTaken()
  const updated = (await updateAccount(tx, { ...account, ...body, updatedAt: now })) ?? fail.accountArchived()
  return ok(presentAccount(updated), {
    resource: ['client_account', updated.id],
    metadata: { fields: Object.keys(body) },
  })
})

const isTaken = async (tx: Transaction, name: string, by: string) => {
  await lockNames(tx)
  const holder = await accountNamed(tx, name)
  return holder !== undefined && holder.id !== by
}
