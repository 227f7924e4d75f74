import { handle } from '../../../../platform/handler/index.ts'
import { deleteCodeHost } from '../contract.ts'
import { codeHostAuditSubject } from '../present.ts'
import { lockCodeHost, removeCodeHost } from '../store.ts'
import { projectsOfHost } from '../store-links.ts'

export default handle(deleteCodeHost, async ({ tx, params, fail, absent, ok }) => {
  const row = (await lockCodeHost(tx, params.id)) ?? absent()
  if ((await projectsOfHost(tx, row.id)).length > 0) return fail.inUse()
  await removeCodeHost(tx, row.id)
  return ok({ deleted: true }, codeHostAuditSubject(row))
})
