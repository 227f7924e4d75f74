import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { createClientAccount } from '../contract/accounts.ts'
import { presentAccount } from '../present-account.ts'
import { insertAccount, lockNames } from '../store-accounts.ts'

export default handle(createClientAccount, async ({ tx, caller, body, now, fail, created }) => {
  await lockNames(tx)
  const added = { id: uuidv7(), ...body, createdAt: now, createdBy: caller.userId }
  const account = (await insertAccount(tx, added)) ?? fail.nameTaken()
  return created(presentAccount(account), {
    resource: ['client_account', account.id],
    metadata: { name: account.name },
  })
})
