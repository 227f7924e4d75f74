import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { noKey, sealedKey } from './endpoint-key.ts'
import { mostEndpoints } from './rules/endpoints.ts'
import { insertModelEndpoint, lockModelEndpoints, modelEndpoints } from './store-endpoints.ts'
import type { EndpointRow } from './tables.ts'

type NewEndpoint = Pick<EndpointRow, 'name' | 'shape' | 'baseUrl' | 'models'> & {
  readonly apiKey: string | undefined
  readonly userId: string
  readonly now: Date
}

/** Inserts an endpoint with its key sealed, or returns why the workspace refuses it. */
export const keepEndpoint = async (
  tx: Transaction,
  vault: Vault,
  { apiKey, ...endpoint }: NewEndpoint,
): Promise<EndpointRow | 'nameTaken' | 'full'> => {
  await lockModelEndpoints(tx)
  const others = await modelEndpoints(tx)
  if (others.some(({ name }) => name === endpoint.name)) return 'nameTaken'
  if (others.length >= mostEndpoints) return 'full'
  const id = uuidv7()
  const key = apiKey === undefined ? noKey : await sealedKey(tx, vault, id, apiKey)
  return insertModelEndpoint(tx, { ...endpoint, id, ...key })
}
