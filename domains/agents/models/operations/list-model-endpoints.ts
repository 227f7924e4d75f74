import { handle } from '../../../../platform/handler/index.ts'
import { listModelEndpoints } from '../contract.ts'
import { presentEndpoint } from '../present-endpoint.ts'
import { modelEndpoints } from '../store-endpoints.ts'

export default handle(listModelEndpoints, async ({ tx, ok }) => ok((await modelEndpoints(tx)).map(presentEndpoint)))
