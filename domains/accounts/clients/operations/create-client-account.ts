import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { createClientAccount } from '../contract/accounts.ts'
import { presentAccount } from '../present-account.ts'
import { insertAccount, isNameTaken, lockNames } from '../store-accounts.ts'

export default handle(createClientAccount, async ({ tx, caller, body, now, fail, created }) => {
  await lockNames(tx)
  const id = uuidv7()
  if (await isNameTaken(tx, body.name, id)) return fail.nameTaken()
  const account = await insertAccount(tx, { id, ...body, createdAt: now, createdBy: caller.userId })
  return created(presentAccount(account), {
    resource: ['client_account', account.id],
    metadata: { name: account.name },
  })
})
