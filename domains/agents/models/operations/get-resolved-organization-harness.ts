import { handle } from '../../../../platform/handler/index.ts'
import { agentsOfOtherHarness } from '../../agents/index.ts'
import { harnessFor } from '../chosen-model.ts'
import { getResolvedOrganizationHarness } from '../contract.ts'
import type { ModelParts } from '../offered-models.ts'
import { presentResolved } from '../present.ts'

export default ({ externalAgents }: ModelParts) =>
  handle(getResolvedOrganizationHarness, async ({ tx, ok }) => {
    const chosen = await harnessFor(tx, undefined)
    const skipped = await agentsOfOtherHarness(tx, undefined, chosen.harness)
    return ok(presentResolved(chosen, externalAgents(), skipped))
  })
