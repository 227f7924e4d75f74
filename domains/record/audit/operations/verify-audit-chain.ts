import type { Checkpoints } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { verifyAuditChain } from '../contract.ts'

export default (checkpoints: Checkpoints) =>
  handle(verifyAuditChain, async ({ workspace, read, signal, ok }) => {
    const verdict = await checkpoints.verify(workspace, (work) => {
      signal.throwIfAborted()
      return read(work)
    })
    const { position, hash } = verdict.head
    return ok({ ...verdict, head: { position, hash: hash.toString('hex') }, broken: verdict.broken ?? null })
  })
