import { handle } from '../../../../platform/handler/index.ts'
import { getModelEndpoint } from '../contract.ts'
import { presentEndpoint } from '../present-endpoint.ts'
import { findModelEndpoint } from '../store-endpoints.ts'

export default handle(getModelEndpoint, async ({ tx, params, absent, ok }) =>
  ok(presentEndpoint((await findModelEndpoint(tx, params.id)) ?? absent())),
)
