import { v7 as uuidv7 } from 'uuid'
import { reserveCall, settleCall } from '../../domains/agents/spending/store-calls.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallIdentity } from './call-identity.ts'

/** Reserves `worstMicros` for a call of this step, as the gateway does before it sends one; gives its id. */
export const reserveFor = async (
  database: Database,
  identity: CallIdentity,
  worstMicros: number,
  longestMs = 60_000,
): Promise<string> => {
  const id = uuidv7()
  const asked = { requestHash: Buffer.alloc(32), nth: 1, provider: 'p', model: 'm', isPriced: true }
  await database.within(identity.workspaceId, (tx) =>
    reserveCall(tx, identity, { ...asked, id, worstMicros, longestMs }),
  )
  return id
}

/** Ends a reserved call at what it cost; false if it was ended before. */
export const settleAt = (database: Database, identity: CallIdentity, id: string, costMicros: number) =>
  database.within(identity.workspaceId, (tx) =>
    settleCall(tx, id, identity, { status: 'finished', costMicros, usage: undefined, response: Buffer.from('x') }),
  )
