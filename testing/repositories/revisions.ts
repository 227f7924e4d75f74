import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createProjectRevisionUpload,
  downloadProjectRevisionBundle,
  finalizeProjectRevisionUpload,
  getProjectRevisionHead,
  uploadProjectRevisionBundle,
} from '../../domains/code/revisions/contract.ts'
import type { Caller, Reply } from '../caller.ts'
import { bundleRepository, git, inFolder, type Bundle, type FileSpec, writeFiles } from '../repository.ts'

type Change = Readonly<Record<string, unknown>>

export interface Head {
  readonly revisionId: string
  readonly generation: number
  readonly commitSha: string
}

export const headOf = async (caller: Caller, id: string): Promise<Head> =>
  (await caller.call(getProjectRevisionHead, { id })).body as Head

/** The bundle of a project's head, as a clone gets it; throws where the server refuses it. */
export const headBundle = async (caller: Caller, id: string): Promise<Bundle> => {
  const { revisionId } = await headOf(caller, id)
  const response = await caller.open(downloadProjectRevisionBundle, { id, revisionId })
  return bundleFrom(Buffer.from(await response.arrayBuffer()))
}

/** The bundle of a repository with one more commit of these files. */
export const nextBundle = (
  { bytes }: Bundle,
  files: Readonly<Record<string, FileSpec>>,
  kept?: Parameters<typeof bundleRepository>[1],
): Promise<Bundle> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'the.bundle'), bytes)
    git(folder, 'clone', '-q', '-b', 'main', 'the.bundle', 'clone')
    const clone = join(folder, 'clone')
    await writeFiles(clone, files)
    git(clone, 'add', '-A')
    git(clone, 'commit', '-q', '--allow-empty', '-m', 'Next')
    return bundleRepository(clone, kept)
  })

let names = 0
/** The input of createProjectRevisionUpload about a bundle that follows on a head. */
export const revisionBody = (bundle: Bundle, head: Pick<Head, 'revisionId' | 'generation'>, change: Change = {}) => {
  names += 1
  return {
    bundleSha256: bundle.sha256,
    bundleSize: bundle.bytes.length,
    commitSha: bundle.commitSha,
    expectedRevisionId: head.revisionId,
    expectedGeneration: head.generation,
    idempotencyKey: `test-upload-${String(names).padStart(8, '0')}`,
    manifest: bundle.manifest,
    manifestSha256: bundle.manifestSha256,
    ...change,
  }
}

/** Begins the upload of a revision on the head of a project, and gives its id. */
export const beginRevision = async (caller: Caller, id: string, bundle: Bundle, change: Change = {}) => {
  const body = revisionBody(bundle, await headOf(caller, id), change)
  const { status, body: created } = await caller.call(createProjectRevisionUpload, { id, body })
  if (status !== 201) throw new Error(`createProjectRevisionUpload: ${JSON.stringify(created)}`)
  return created.id as string
}

export interface Upload {
  readonly id: string
  readonly uploadId: string
}

export const sendRevision = async (caller: Caller, upload: Upload, bytes: Buffer, headers: Change = {}) => {
  const input = { ...upload, headers: { 'content-type': 'application/x-git-bundle', ...headers } as never }
  const response = await caller.open(uploadProjectRevisionBundle, input, { body: new Uint8Array(bytes) })
  return { status: response.status, body: await response.json(), headers: response.headers } as Reply
}

/** The upload of a revision whose bundle is uploaded. */
export const uploadedRevision = async (caller: Caller, id: string, bundle: Bundle, change: Change = {}) => {
  const uploadId = await beginRevision(caller, id, bundle, change)
  const { status, body } = await sendRevision(caller, { id, uploadId }, bundle.bytes)
  if (status !== 200) throw new Error(`uploadProjectRevisionBundle: ${JSON.stringify(body)}`)
  return { id, uploadId }
}

export const finalizeRevision = (caller: Caller, upload: Upload, body: Change = {}): Promise<Reply> =>
  caller.call(finalizeProjectRevisionUpload, { ...upload, body: { protectedFiles: [], secrets: {}, ...body } })

/** The content of a bundle that a caller downloaded, as the bundle of a repository. */
const bundleFrom = (bytes: Buffer): Promise<Bundle> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'the.bundle'), bytes)
    git(folder, 'clone', '-q', '-b', 'main', 'the.bundle', 'clone')
    return { ...(await bundleRepository(join(folder, 'clone'))), bytes: await readFile(join(folder, 'the.bundle')) }
  })
