import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { executorFor } from '../../agents/index.ts'
import { harnessFor } from '../chosen-model.ts'
import { getResolvedProjectHarness } from '../contract.ts'
import type { ModelParts } from '../offered-models.ts'
import { presentResolved } from '../present.ts'

export default ({ externalAgents }: ModelParts) =>
  handle(getResolvedProjectHarness, async ({ tx, params, absent, ok }) => {
    const project = (await findProject(tx, params.projectId)) ?? absent()
    const agent = await executorFor(tx, project)
    return ok(presentResolved(await harnessFor(tx, project.id, agent?.runtimeKind), externalAgents))
  })
