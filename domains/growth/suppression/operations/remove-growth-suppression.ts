import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { removeGrowthSuppression } from '../contract.ts'
import { deleteSuppression, findSuppression } from '../store.ts'

export default handle(removeGrowthSuppression, async ({ tx, params, fail, absent, ok }) => {
  const { suppressionId: id } = params
  if (!validate(id)) return absent()
  const row = await deleteSuppression(tx, id)
  if (!row) return (await findSuppression(tx, id)) ? fail.notRemovable() : absent()
  return ok({ deleted: true }, { resource: ['growth_suppression', id], metadata: { kind: row.kind } })
})
