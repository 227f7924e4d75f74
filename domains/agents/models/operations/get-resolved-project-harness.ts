import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { agentsOfOtherHarness } from '../../agents/index.ts'
import { harnessFor } from '../chosen-model.ts'
import { getResolvedProjectHarness } from '../contract.ts'
import type { ModelParts } from '../offered-models.ts'
import { presentResolved } from '../present.ts'

export default ({ externalAgents }: ModelParts) =>
  handle(getResolvedProjectHarness, async ({ tx, params, absent, ok }) => {
    const project = (await findProject(tx, params.projectId)) ?? absent()
    const chosen = await harnessFor(tx, project.id)
    const skipped = await agentsOfOtherHarness(tx, project.id, chosen.harness)
    return ok(presentResolved(chosen, externalAgents(), skipped))
  })
