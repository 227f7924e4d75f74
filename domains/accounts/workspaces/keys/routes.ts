import { implement } from '../../../../platform/contract/index.ts'
import { keys } from '../contract/keys.ts'
import createApiKey from '../operations/create-api-key.ts'
import listApiKeys from '../operations/list-api-keys.ts'
import revokeApiKey from '../operations/revoke-api-key.ts'

export default implement(keys, { listApiKeys, createApiKey, revokeApiKey })
