import { handle } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { findGrowthProject } from '../research/index.ts'
import { beginDraftRun } from './begin-draft-run.ts'
import * as contract from './contract.ts'
import { lockPlay } from '../plays/index.ts'
import { readDraftRun } from './read-draft-run.ts'
import { newestDraftRun } from './store.ts'
import { isWriting } from './rules.ts'

interface DraftParts {
  readonly engine: Engine
}

const startGrowthDrafts = ({ engine }: DraftParts) =>
  handle(contract.startGrowthDrafts, async ({ tx, params, body, caller, now, absent, fail, accepted }) => {
    const play = (await lockPlay(tx, params.playId)) ?? absent()
    const { growthProjectId, id: growthPlayId } = play
    if ((await findGrowthProject(tx, growthProjectId))?.archivedAt !== null) return fail.archived()
    if (play.status === 'archived') return fail.playArchived()
    if (play.steps.length === 0) return fail.noSteps()
    if (isWriting((await newestDraftRun(tx, growthPlayId))?.status)) return fail.running()
    const { leadIds = null } = body
    const request = { growthProjectId, growthPlayId, leadIds, userId: caller.userId, now }
    const run = await beginDraftRun(tx, engine, request)
    return accepted(await readDraftRun(tx, run), {
      resource: ['growth_draft_run', run.id],
      parent: ['growth_project', growthProjectId],
      metadata: { growthPlayId },
      payload: { growthPlayId },
    })
  })

export default (parts: DraftParts) => ({ startGrowthDrafts: startGrowthDrafts(parts) })
