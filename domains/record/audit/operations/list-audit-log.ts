import { cutPage } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { parseTimeBound } from '../../../../platform/contract/timestamp.ts'
import { listAuditLog } from '../contract.ts'
import { readPageQuery } from '../page-query.ts'
import { presentEntry } from '../present.ts'
import { cursorAfter } from '../rules.ts'
import { entryPage } from '../store.ts'

export default (knownActions: ReadonlySet<string>) =>
  handle(listAuditLog, async ({ tx, query, invalid, ok }) => {
    const { cursor, limit, action, from, to, ...filters } = query
    const page = readPageQuery({ cursor, limit }, { invalid })
    const known = action !== undefined && knownActions.has(action) ? action : undefined
    const narrowed = { ...filters, action: known, from: parseTimeBound(from, 'from'), to: parseTimeBound(to, 'to') }
    const rows = await entryPage(tx, narrowed, page.after, page.limit + 1)
    const found = cutPage(rows, page.limit, cursorAfter)
    return ok({ rows: found.rows.map(presentEntry), nextCursor: found.next ?? null })
  })
