import { Readable } from 'node:stream'
import {
  chainLine,
  readChainState,
  exportHead,
  originOf,
  readChain,
  type Checkpoints,
  type ReadTransaction,
} from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { exportAuditLog } from '../contract.ts'

// The row of the export is committed before its first byte leaves; a checkpoint vouches for all of what leaves.
export default (checkpoints: Checkpoints) =>
  handle(exportAuditLog, async ({ workspace, read, commit, now }) => {
    return commit(async ({ ok }) =>
      ok(Readable.from(linesOf(read, checkpoints, { workspace, now })), { resource: ['workspace', workspace] }),
    )
  })

const chunkChars = 64 * 1024

/** Lines in pieces that are worth a write. */
async function* linesOf(
  read: ReadTransaction,
  checkpoints: Checkpoints,
  { workspace, now }: { readonly workspace: string; readonly now: Date },
): AsyncGenerator<string> {
  await checkpoints.sign(workspace)
  const head = await read(readChainState)
  let chunk = exportHead({
    workspaceId: workspace,
    origin: originOf(workspace),
    verifiers: checkpoints.verifiers(workspace),
    head: { position: head.position, hash: head.hash },
    exportedAt: now.toISOString(),
  })
  for await (const item of readChain(read, { upTo: head.position, upToSize: head.lastSize })) {
    chunk += chainLine(item)
    if (chunk.length < chunkChars) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
