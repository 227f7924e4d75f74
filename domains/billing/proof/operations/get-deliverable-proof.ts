import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { aboutDeliverable, findShown } from '../../../delivery/deliverables/index.ts'
import { buildProof, type ProofParts } from '../build-proof.ts'
import { getDeliverableProof } from '../contract.ts'

export default (parts: ProofParts) =>
  handle(getDeliverableProof, async ({ params, caller, workspace, now, read, commit, absent, fail }) => {
    const row = (await read((tx) => findShown(tx, params.cycleId, caller))) ?? absent()
    if (row.revisionHash === null || row.content === null) return absent()
    const { commitSha } = JSON.parse(row.content) as { readonly commitSha: string | null }
    const subject = { name: 'snapshot', sha256: row.revisionHash, gitCommit: commitSha ?? undefined } as const
    const ids = [row.id, row.cycleId]
    const built = await buildProof(parts, { workspace, ids, now, subject, evidence: null })
    if (built === 'tooLarge') return fail.tooLarge()
    if (built === 'broken') return fail.broken()
    return commit(async ({ ok }) =>
      ok(Readable.from([built.bundle]), aboutDeliverable(row, { revisionHash: row.revisionHash })),
    )
  })
