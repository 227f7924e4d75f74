import { Readable } from 'node:stream'
import { uploadAiAsset } from '../../domains/agents/assets/contract.ts'
import { recordAsset, storeAsset } from '../../domains/agents/assets/index.ts'
import type { Caller, Reply } from '../caller.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

interface UploadOptions {
  readonly mediaType?: string
  readonly fileName?: string
}

/** Uploads bytes as a caller. */
export const uploadAsset = async (
  caller: Caller,
  content: Buffer | string,
  { mediaType = 'text/plain', fileName }: UploadOptions = {},
): Promise<Reply> => {
  const headers = { ...caller.credential, 'content-type': mediaType }
  const response = await caller.open(
    uploadAiAsset,
    { query: { fileName } },
    { headers, body: typeof content === 'string' ? content : new Uint8Array(content) },
  )
  return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers }
}

/** A text that a workspace has as an asset; gives its key. */
export const assetIn = (
  { parts }: TestServer,
  { workspace }: Pick<Scene, 'workspace'>,
  text = 'A brief.',
): Promise<string> =>
  storeAsset(parts, workspace, Readable.from([Buffer.from(text)]), {}, (stored) =>
    parts.database.within(workspace, async (tx) => {
      const facts = { mediaType: 'text/plain', origin: 'upload', createdBy: null } as const
      return (await recordAsset(tx, stored, facts, await tx.now())).id
    }),
  )
