import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject } from '../../research/index.ts'
import { growthRules } from '../../settings/index.ts'
import { createGrowthPlay } from '../contract.ts'
import { isAdministrator, mailboxIdsHere } from '../known-facts.ts'
import { presentPlay } from '../present.ts'
import { approvalRefusal, faultsOfPlay, playByDefault, settingsAfter } from '../rules/change-play.ts'
import { insertPlay } from '../store.ts'

export default handle(createGrowthPlay, async ({ tx, params, body, caller, now, absent, fail, invalid, created }) => {
  const { projectId: growthProjectId } = params
  const project = (await findGrowthProject(tx, growthProjectId)) ?? absent()
  if (project.archivedAt !== null) return fail.archived()
  const { sendApproval } = await growthRules(tx)
  const refusal = approvalRefusal(body.sendApproval, isAdministrator(caller), sendApproval)
  if (refusal) return fail[refusal]()
  const settings = settingsAfter({ ...playByDefault, name: body.name }, body)
  const faults = faultsOfPlay(settings, await mailboxIdsHere(tx))
  if (faults.length > 0) return invalid(faults)
  const play = await insertPlay(tx, { id: uuidv7(), growthProjectId, ...settings, userId: caller.userId, now })
  return created(presentPlay(play), {
    resource: ['growth_play', play.id],
    parent: ['growth_project', growthProjectId],
    metadata: { name: play.name },
  })
})
