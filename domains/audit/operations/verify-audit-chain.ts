import type { Checkpoints } from '../../../platform/audit/index.ts'
import { handle } from '../../../platform/contract/index.ts'
import { verifyAuditChain } from '../contract.ts'
import { refuseProjectKeys } from '../page.ts'

export default (checkpoints: Checkpoints) =>
  handle(verifyAuditChain, async ({ workspace, caller, read, signal, ok }) => {
    refuseProjectKeys({ caller })
    const verdict = await checkpoints.verify(workspace, (work) => {
      signal.throwIfAborted()
      return read(work)
    })
    const { position, hash } = verdict.head
    return ok({ ...verdict, head: { position, hash: hash.toString('hex') }, broken: verdict.broken ?? null })
  })
