import { setTimeout as pause } from 'node:timers/promises'
import { imports } from '../../../domains/code/imports/contract.ts'
import { projects } from '../../../domains/code/projects/contract.ts'
import type { Manifest } from '../../../execution/repositories/index.ts'
import type { Client, Input, Reply, Upload } from '../client/client.ts'
import { contentKey, sendBundle, sentManifest, type UploadHeaders } from '../client/upload.ts'
import { retryIfCut, retryWhileBusy, retryWhileAway, type ServerWait } from '../client/wait-for-server.ts'
import { conflict, Failure, undefinedIf } from '../failure.ts'
import type { ProtectedFile } from '../repository/protected-files.ts'
import type { Session } from '../session.ts'
import type { Source } from './source.ts'

export interface ImportRequest {
  readonly source: Source
  readonly manifest: Manifest
  readonly name: string
  readonly stack: string
  readonly historyMode: 'preserve' | 'abort_on_findings'
  readonly protectedFiles: readonly ProtectedFile[]
}

export type ImportResult = Reply<typeof imports.finalizeProjectImport>

type Created = Reply<typeof imports.createProjectImport>
type ImportBody = Omit<NonNullable<Input<typeof imports.createProjectImport>['body']>, 'idempotencyKey'>

/** Begins an import, or resumes an import that an earlier, interrupted command began; uploads; finalizes. */
export const sendImport = async (
  session: Session,
  client: Client,
  request: ImportRequest,
  retryPausesMs?: readonly number[],
  wait?: ServerWait,
): Promise<ImportResult> => {
  const { id, status } = await begin(session, client, bodyOf(request), wait?.everyMs)
  if (status === 'accepting') await upload(session, client, id, request.source, retryPausesMs)
  session.output.say('Checking the repository on the server …')
  return finalize(session, client, id, request.protectedFiles, wait)
}

const bodyOf = ({ source, manifest, name, stack, historyMode }: ImportRequest): ImportBody => ({
  bundleSha256: source.bundleSha256,
  bundleSize: source.bundleSizeBytes,
  commitSha: source.commitSha,
  defaultBranch: source.branch,
  historyMode,
  manifest: sentManifest(manifest),
  manifestSha256: manifest.manifestSha256,
  name,
  stack,
})

const attemptsMost = 100

/**
 * The key comes from the content, so that the same command finds its import again. An expired, rejected or deleted
 * import is skipped by the next attempt's key.
 */
const begin = async (session: Session, client: Client, request: ImportBody, everyMs?: number): Promise<Created> => {
  for (let attempt = 1; attempt <= attemptsMost; attempt += 1) {
    // The manifest is in the key by its hash.
    const { manifest, ...hashed } = request
    const body = { ...hashed, manifest, idempotencyKey: contentKey([hashed, attempt]) }
    const ask = () => client.call(imports.createProjectImport, { body })
    const created = await retryIfCut(session, ask, everyMs)
    if (!['expired', 'rejected'].includes(created.status) && !(await isGone(client, created))) return created
  }
  throw conflict(
    'imported_too_often',
    'This content was imported and deleted too often under this name. Choose another with --name.',
  )
}

/** True if the project of a finalized import was deleted since. */
const isGone = async (client: Client, { id, status }: Created) => {
  if (status !== 'finalized') return false
  const { projectId } = await client.call(imports.getProjectImport, { params: { id } })
  const reading = client.call(projects.getProject, { params: { id: projectId! } })
  return (await reading.catch(undefinedIf(({ kind }) => kind === 'absent'))) === undefined
}

const upload = (session: Session, client: Client, id: string, source: Source, retryPausesMs?: readonly number[]) => {
  const params = { id }
  const calls = {
    arrived: async () => (await client.call(imports.getProjectImportUpload, { params })).offset,
    send: (body: Upload, headers: UploadHeaders) =>
      client.call(imports.uploadProjectImportBundle, { params, body }, headers),
  }
  return sendBundle(session, source, calls, retryPausesMs)
}

const finalizingPollMs = 1_000

const finalize = async (
  session: Session,
  client: Client,
  id: string,
  files: readonly ProtectedFile[],
  wait?: ServerWait,
): Promise<ImportResult> => {
  const protectedFiles = files.map(({ reason: _, ...file }) => file)
  for (;;) {
    try {
      // This command sends no secrets.
      const body = { protectedFiles, secrets: {} }
      const attempt = () => client.call(imports.finalizeProjectImport, { params: { id }, body })
      return await retryWhileBusy(session, attempt, wait)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'import_claimed')) throw error
    }
    // A command that was cut off left the server at work. Once it is done, finalizing again returns its result.
    const look = () => client.call(imports.getProjectImport, { params: { id } })
    while ((await retryWhileAway(session, look)).status === 'finalizing') {
      await pause(finalizingPollMs, undefined, { signal: session.signal })
    }
  }
}
