import type { Keys } from '../../platform/access/index.ts'
import { implement } from '../../platform/contract/index.ts'
import { keys as contract } from './contract.ts'
import listApiKeys from './operations/list-api-keys.ts'
import revokeApiKey from './operations/revoke-api-key.ts'

export default ({ keys }: { readonly keys: Pick<Keys, 'forget'> }) =>
  implement(contract, { listApiKeys, revokeApiKey: revokeApiKey(keys) })
