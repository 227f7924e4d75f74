import { handle } from '../../../../platform/handler/index.ts'
import { holdArtifacts } from '../../artifacts/index.ts'
import { ensureBill, type BillParts } from '../../components/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { contentOf, sealContent } from '../content.ts'
import { publishDeliverable } from '../contract.ts'
import { presentDeliverable } from '../present.ts'
import { findDeliverable, lockDeliverable, publishSnapshot } from '../store.ts'

export default (parts: BillParts) =>
  handle(publishDeliverable, async ({ params, caller, workspace, signal, now, read, commit, absent }) => {
    const delivered = await read((tx) => findCycle(tx, params.cycleId))
    if (delivered?.repositoryId != null && delivered.mergedSha !== null) {
      const { projectId, repositoryId, mergedSha: commitSha } = delivered
      await ensureBill(parts, { projectId, repositoryId, commitSha }, { workspace, signal, now })
    }
    return commit(async ({ tx, ok }) => {
      const draft = (await lockDeliverable(tx, params.cycleId)) ?? absent()
      const revision = draft.submittedRevision + 1
      const cycle = await findCycle(tx, params.cycleId)
      const runId = cycle?.runId ?? null
      if (runId !== null && cycle?.mergedSha != null) await holdArtifacts(tx, runId)
      const content = await contentOf(tx, draft, revision)
      const { text, sha256 } = sealContent(content)
      const { id: deliverableId, projectId } = draft
      await publishSnapshot(tx, {
        deliverableId,
        projectId,
        revision,
        content: text,
        sha256,
        userId: caller.userId,
        now,
      })
      const row = (await findDeliverable(tx, params.cycleId)) ?? absent()
      const bound = { revision, revisionHash: sha256, commitSha: content.commitSha, runId }
      return ok(presentDeliverable(row, caller.role), auditSubject(row, bound))
    })
  })
