import { v7 as uuidv7 } from 'uuid'
import { chargeFor, issuedOf } from '../billing/billed-work.ts'
import { makeAccount } from '../clients/portals.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** An invoice of an account in which that person has a seat where they are a client; gives its id. */
export const payableIn = async (place: {
  readonly server: TestServer
  readonly at: Scene
  readonly userId: string
}): Promise<string> => {
  const { server, at, userId } = place
  const accountId = await makeAccount(at, uuidv7())
  const text = `insert into seat (workspace_id, client_account_id, user_id, can_create_projects, created_at)
    select workspace_id, $2, user_id, false, now() from membership
    where workspace_id = $1 and user_id = $3 and role = 'client' on conflict do nothing`
  await asOwner(server, text, [at.workspace, accountId, userId])
  return issuedOf(at, [await chargeFor(at, accountId)])
}
