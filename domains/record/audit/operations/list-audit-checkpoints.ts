import { checkpointsBefore, originOf, type Checkpoints } from '../../../../platform/audit/index.ts'
import { cutPage } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listAuditCheckpoints } from '../contract.ts'
import { sizeOf, sizeCursor } from '../rules.ts'

export default (checkpoints: Checkpoints) =>
  handle(listAuditCheckpoints, async ({ tx, workspace, query, invalid, ok }) => {
    const { limit = 50 } = query
    const before =
      sizeOf(query.cursor) ?? invalid([{ path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }])
    const rows = await checkpointsBefore(tx, before, limit + 1)
    const page = cutPage(rows, limit, ({ size }) => sizeCursor(size))
    return ok({
      origin: originOf(workspace),
      publicKeys: [...checkpoints.verifiers(workspace)],
      checkpoints: page.rows,
      nextCursor: page.next ?? null,
    })
  })
