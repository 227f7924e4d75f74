import { validate } from 'uuid'
import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../projects/index.ts'
import { listDeployments } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { presentDeployment } from '../present.ts'
import { deploymentPage } from '../store.ts'

export default ({ previewSite }: DeploymentParts) =>
  handle(listDeployments, async ({ tx, caller, query, previous, ok }) => {
    const { projectId, kind, cycleId, cursor, limit = pageMost } = query
    if (cycleId !== undefined && !validate(cycleId)) return ok([])
    const page = await deploymentPage(tx, cursorOf(cursor), limit, { projectId, kind, cycleId, ...shownTo(caller) })
    previous(page.previous, page.count)
    return ok(page.rows.map((row) => presentDeployment(previewSite, row, caller.role)))
  })
