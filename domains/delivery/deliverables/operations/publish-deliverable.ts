import { handle } from '../../../../platform/handler/index.ts'
import { holdArtifacts } from '../../artifacts/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { contentOf, sealContent } from '../content.ts'
import { publishDeliverable } from '../contract.ts'
import { presentDeliverable } from '../present.ts'
import { findDeliverable, lockDeliverable, publishSnapshot } from '../store.ts'

export default handle(publishDeliverable, async ({ tx, params, caller, now, absent, ok }) => {
  const draft = (await lockDeliverable(tx, params.cycleId)) ?? absent()
  const revision = draft.submittedRevision + 1
  const cycle = await findCycle(tx, params.cycleId)
  const runId = cycle?.runId ?? null
  if (runId !== null && cycle?.mergedSha != null) await holdArtifacts(tx, runId)
  const content = await contentOf(tx, draft, revision)
  const { text, sha256 } = sealContent(content)
  const { id: deliverableId, projectId } = draft
  await publishSnapshot(tx, { deliverableId, projectId, revision, content: text, sha256, userId: caller.userId, now })
  const row = (await findDeliverable(tx, params.cycleId)) ?? absent()
  const bound = { revision, revisionHash: sha256, commitSha: content.commitSha, runId }
  return ok(presentDeliverable(row, caller.role), auditSubject(row, bound))
})
