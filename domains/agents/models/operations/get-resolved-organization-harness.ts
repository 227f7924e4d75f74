import { handle } from '../../../../platform/handler/index.ts'
import { executorFor } from '../../agents/index.ts'
import { harnessFor } from '../chosen-model.ts'
import { getResolvedOrganizationHarness } from '../contract.ts'
import type { ModelParts } from '../offered-models.ts'
import { presentResolved } from '../present.ts'

export default ({ externalAgents }: ModelParts) =>
  handle(getResolvedOrganizationHarness, async ({ tx, ok }) => {
    const agent = await executorFor(tx, undefined)
    return ok(presentResolved(await harnessFor(tx, undefined, agent?.runtimeKind), externalAgents))
  })
