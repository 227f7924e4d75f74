import { isAgency } from '../../../../platform/access/index.ts'
import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { listProjects } from '../contract.ts'
import { presentSummary } from '../present.ts'
import { grantedProjectPage, projectPage } from '../store.ts'
import { repositoriesOf } from '../../repository-records/index.ts'

export default (everyDomain: Pick<EveryDomain, 'countInProjects'>) =>
  handle(listProjects, async ({ tx, caller, query, next, ok }) => {
    const after = cursorOf(query.cursor)
    const limit = query.limit ?? pageMost
    const page = isAgency(caller.role)
      ? await projectPage(tx, after, limit, caller.projectIds)
      : await grantedProjectPage(tx, after, limit, caller)
    const ids = page.rows.map(({ id }) => id)
    const [repositories, counts] = await Promise.all([repositoriesOf(tx, ids), everyDomain.countInProjects(tx, ids)])
    next(page.next, page.count)
    return ok(page.rows.map((row) => presentSummary(row, repositories, counts.get(row.id), caller.role)))
  })
