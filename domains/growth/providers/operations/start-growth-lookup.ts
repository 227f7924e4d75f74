import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { startGrowthLookup } from '../contract.ts'
import { lookUpLeads } from '../look-up-leads.ts'
import type { ProviderParts } from '../parts.ts'
import { presentPass } from '../present.ts'

export default ({ engine, vault }: Pick<ProviderParts, 'engine' | 'vault'>) =>
  handle(startGrowthLookup, async ({ tx, params: { projectId: growthProjectId }, caller, absent, fail, accepted }) => {
    const project = (await findGrowthProject(tx, growthProjectId)) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (!vault.available) return fail.noVault()
    const startedBy = caller.userId
    const pass = (await lookUpLeads(tx, engine, { growthProjectId, growthPlayId: null, startedBy })) ?? fail.noLeads()
    const progress = { asked: 0, found: 0, costMicros: 0, waiting: pass.leads }
    return accepted(presentPass(pass, progress), {
      resource: ['growth_lookup', pass.id],
      parent: ['growth_project', growthProjectId],
      metadata: { leads: pass.leads },
      payload: { growthProjectId },
    })
  })
