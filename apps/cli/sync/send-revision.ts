import { setTimeout as pause } from 'node:timers/promises'
import { atelier } from '../program/command.ts'
import { revisions } from '../../../domains/code/revisions/contract.ts'
import { tasks } from '../../../domains/delivery/tasks/contract.ts'
import type { Manifest } from '../../../execution/repositories/index.ts'
import type { Client, Input, Reply, Upload } from '../client/client.ts'
import { contentKey, sendBundle, sentManifest, type UploadHeaders } from '../client/upload.ts'
import { retryIfCut, longWaitMs, usualWaitMs, retryWhileBusy, retryWhileAway } from '../client/wait-for-server.ts'
import { conflict, Failure } from '../failure.ts'
import type { BundleDigest } from '../import/measure.ts'
import type { Head } from '../pull/receive.ts'
import type { ProtectedFile } from '../repository/protected-files.ts'
import type { Session } from '../session.ts'

export interface NextRevision {
  /** The revision that it continues from. */
  readonly head: Head
  readonly bundle: BundleDigest & { readonly bundlePath: string }
  readonly commitSha: string
  readonly manifest: Manifest
  readonly protectedFiles: readonly ProtectedFile[]
}

export type SentRevision = Reply<typeof revisions.finalizeProjectRevisionUpload>

interface WaitOptions {
  /** Whether to wait while an agent is at work on the project. */
  readonly wait: boolean
  readonly pausesMs?: readonly number[] | undefined
  /** The pause between two looks at the server's progress. */
  readonly everyMs?: number
}

type UploadBody = Omit<NonNullable<Input<typeof revisions.createProjectRevisionUpload>['body']>, 'idempotencyKey'>

/** Begins an upload, or resumes an upload that an earlier, interrupted command began; uploads; makes it the head. */
export const sendRevision = async (
  session: Session,
  client: Client,
  next: NextRevision,
  patience: WaitOptions,
): Promise<SentRevision> => {
  try {
    const { id: uploadId, status } = await begin(session, client, next, patience)
    const params = { id: next.head.projectId, uploadId }
    if (status === 'accepting') await upload(session, client, params, next, patience)
    session.output.say('Checking the revision on the server …')
    return await finalize(session, client, params, next, patience)
  } catch (error) {
    throw explained(error)
  }
}

const beginOf = ({ head, bundle, commitSha, manifest }: NextRevision): UploadBody => ({
  bundleSha256: bundle.bundleSha256,
  bundleSize: bundle.bundleSizeBytes,
  commitSha,
  expectedRevisionId: head.revisionId,
  expectedGeneration: head.generation,
  manifest: sentManifest(manifest),
  manifestSha256: manifest.manifestSha256,
})

const attemptsMost = 20

/** The key comes from the content, so that the same command finds its upload again; an ended upload is skipped. */
const begin = async (session: Session, client: Client, next: NextRevision, { everyMs }: WaitOptions) => {
  const params = { id: next.head.projectId }
  const { manifest, ...request } = beginOf(next)
  for (let attempt = 1; attempt <= attemptsMost; attempt += 1) {
    const body = { ...request, manifest, idempotencyKey: contentKey([params.id, request, offeredOf(next), attempt]) }
    const ask = () => client.call(revisions.createProjectRevisionUpload, { params, body })
    const created = await retryIfCut(session, ask, everyMs)
    if (!['expired', 'rejected'].includes(created.status)) return created
  }
  throw conflict(
    'refused_too_often',
    `The server refused these commits ${attemptsMost} times. Make another commit, then push again.`,
  )
}

/** Other protected files make another revision of the same commit. */
const offeredOf = ({ protectedFiles }: NextRevision) => protectedFiles.map(({ path, sha256 }) => [path, sha256])

type UploadParams = Readonly<Record<'id' | 'uploadId', string>>

const upload = (
  session: Session,
  client: Client,
  params: UploadParams,
  { bundle }: NextRevision,
  { pausesMs }: WaitOptions,
) => {
  const calls = {
    arrived: async () => (await client.call(revisions.getProjectRevisionUpload, { params })).offset,
    send: (body: Upload, headers: UploadHeaders) =>
      client.call(revisions.uploadProjectRevisionBundle, { params, body }, headers),
  }
  return sendBundle(session, bundle, calls, pausesMs)
}

const finalize = async (
  session: Session,
  client: Client,
  params: UploadParams,
  next: NextRevision,
  patience: WaitOptions,
): Promise<SentRevision> => {
  const body = { protectedFiles: next.protectedFiles.map(({ reason: _, ...file }) => file), secrets: {} }
  const { wait, everyMs = 2_000 } = patience
  const room = { mostMs: wait ? longWaitMs : usualWaitMs, everyMs: patience.everyMs }
  let isWaiting = false
  for (;;) {
    try {
      const attempt = () => client.call(revisions.finalizeProjectRevisionUpload, { params, body })
      return await retryWhileBusy(session, attempt, room)
    } catch (error) {
      const code = error instanceof Failure ? error.code : ''
      if (code === 'upload_claimed') await whenClaimEnds(session, client, params, everyMs)
      else if (code === 'bundle_missing') await upload(session, client, params, next, patience)
      else if (code === 'task_active' && wait) {
        if (!isWaiting) session.output.say('An agent is working on this project. Waiting until its task is merged …')
        isWaiting = true
        await whenTasksEnd(session, client, params.id, everyMs)
      } else throw error
    }
  }
}

/** A command that was cut off left the server at work; its result is ours as well. */
const whenClaimEnds = async (session: Session, client: Client, params: UploadParams, everyMs: number) => {
  const look = () => client.call(revisions.getProjectRevisionUpload, { params })
  while ((await retryWhileAway(session, look, everyMs)).status === 'finalizing')
    await pause(everyMs, undefined, { signal: session.signal })
}

const atWork = ['building', 'testing', 'reviewing', 'approved', 'merging'] as const
// A task that an earlier run left behind looks as if it were at work: after so many looks the server is asked.
const looksMost = 15

const whenTasksEnd = async ({ signal }: Session, client: Client, projectId: string, everyMs: number) => {
  const newestOf = (status: (typeof atWork)[number]) =>
    client.call(tasks.listTasks, { query: { projectId, status, limit: 1 } })
  for (let look = 0; look < looksMost; look += 1) {
    await pause(everyMs, undefined, { signal })
    const rows = await Promise.all(atWork.map(newestOf))
    if (rows.every((one) => one.length === 0)) return
  }
}

/** The change of the project in between, in the words of a person who pushes. */
const explained = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error
  if (error.code === 'revision_moved')
    return conflict(
      'revision_moved',
      `The project got another revision meanwhile, so that nothing was pushed. Your commits are as they were. Get what is new and bring both together: ${atelier} sync`,
    )
  if (error.code === 'task_active')
    return conflict(
      'task_active',
      `An agent is working on this project, so that nothing was pushed yet. What was uploaded is kept for a day. Wait for the agent: ${atelier} push --wait`,
    )
  return error
}
