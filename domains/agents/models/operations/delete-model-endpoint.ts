import { handle } from '../../../../platform/handler/index.ts'
import { deleteModelEndpoint } from '../contract.ts'
import { endpointAuditSubject } from '../present-endpoint.ts'
import { deleteModelEndpoint as remove, lockModelEndpoint, usersOfModels } from '../store-endpoints.ts'

export default handle(deleteModelEndpoint, async ({ tx, params, fail, absent, ok }) => {
  const row = (await lockModelEndpoint(tx, params.id)) ?? absent()
  const usedBy = await usersOfModels(tx, row, row.models)
  if (usedBy.length > 0) return fail.inUse({ usedBy })
  await remove(tx, row.id)
  return ok({ deleted: true }, endpointAuditSubject(row))
})
