import { handle } from '../../../../platform/handler/index.ts'
import { getDeploymentLog } from '../contract.ts'
import { logAfter } from '../store-log.ts'

export default handle(getDeploymentLog, async ({ tx, params, query, ok }) => {
  const { text, last, isTruncated } = await logAfter(tx, params.id, Number(query.after ?? 0))
  return ok({ text, next: last === undefined ? null : String(last), isTruncated })
})
