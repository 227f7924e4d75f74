import { cutPage } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listProjectAuditLog } from '../contract.ts'
import { readPageQuery } from '../page-query.ts'
import { presentEntry } from '../present.ts'
import { cursorAfter } from '../rules.ts'
import { projectEntryPage } from '../store.ts'

export default (knownActions: ReadonlySet<string>) =>
  handle(listProjectAuditLog, async ({ tx, params, query, invalid, ok }) => {
    const { action, actorType } = query
    const page = readPageQuery(query, { invalid })
    const known = action !== undefined && knownActions.has(action) ? action : undefined
    const narrowed = { action: known, actorType }
    const rows = await projectEntryPage(tx, params.projectId, narrowed, page.after, page.limit + 1)
    const found = cutPage(rows, page.limit, cursorAfter)
    return ok({ rows: found.rows.map(presentEntry), nextCursor: found.next ?? null })
  })
