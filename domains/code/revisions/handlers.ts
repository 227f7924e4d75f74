import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { type Static, pageMost } from '../../../platform/contract/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle, type Subject } from '../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import { primaryRepository, branchesAndTags } from '../repository-records/index.ts'
import { isOnCodeHost } from '../repository-records/rules.ts'
import { openSecrets } from '../secrets/index.ts'
import {
  beginUpload,
  finalizeUpload,
  type FinalizeParts as UploadParts,
  type Rejection,
  uploadProgress,
  uploadTarget,
  receiveUpload,
  type ReceiveParts,
} from '../uploads/index.ts'
import { unboundFields, statusAt } from '../uploads/rules.ts'
import {
  advanceProject,
  advanceObstacle,
  overwrittenEntries,
  type AdvanceParts,
  type AdvanceObstacle,
} from './advance.ts'
import { type ProjectRevisionFinalized, uploadRejections, type ProjectRevisionUploadCreated } from './contract.ts'
import * as contract from './contract.ts'
import { isExpected } from './rules.ts'
import { insertUpload, uploadOfKey, findUpload, uploadSessions } from './store-uploads.ts'
import { headRevision, revisionOfProject, findRevision, manifestOfRevision, revisionPage } from './store.ts'
import type { RevisionRow, UploadRow } from './tables.ts'

const presentUpload = (row: UploadRow, now: Date): Static<typeof ProjectRevisionUploadCreated> => ({
  ...row,
  status: statusAt(row, now),
  rejection: row.rejection && { message: uploadRejections[row.rejection.code].message, ...row.rejection },
  upload: uploadTarget(row, `/v1/api/projects/${row.projectId}/revisions/uploads/${row.id}/bundle`),
})

const createProjectRevisionUpload = handle(
  contract.createProjectRevisionUpload,
  async ({ tx, params, caller, body, now, fail, invalid, ok, created }) => {
    const place = { projectId: params.id, idempotencyKey: body.idempotencyKey }
    const { session, isNew } = await beginUpload(body, {
      find: () => uploadOfKey(tx, place),
      add: async (payloadSha256) => {
        const faults = unboundFields(body)
        if (faults.length > 0) return invalid(faults)
        const [repository, head] = await Promise.all([primaryRepository(tx, params.id), headRevision(tx, params.id)])
        if (isOnCodeHost(repository)) return fail.repositoryBacked()
        if (!head || !isExpected(head, body)) return fail.headMoved()
        return insertUpload(tx, {
          ...body,
          ...place,
          id: uuidv7(),
          userId: caller.userId,
          defaultBranch: head.branch,
          payloadSha256,
          manifest: body.manifest.text,
          now,
        })
      },
      keyReused: fail.keyReused,
    })
    const presented = presentUpload(session, now)
    const uploadId = session.id
    if (!isNew) return ok(presented, { resource: ['project', params.id], metadata: { uploadId }, repeated: true })
    const { bundleSha256, commitSha } = body
    const metadata = { uploadId, bundleSha256, commitSha, expectedRevisionId: session.expectedRevisionId }
    return created(presented, { resource: ['project', params.id], metadata })
  },
)

const downloadProjectRevisionBundle = (repositories: Repositories) =>
  handle(contract.downloadProjectRevisionBundle, async ({ params, read, commit, signal, fail }) => {
    const { repository, head, refs } = await read(async (tx) => {
      const newest = await headRevision(tx, params.id)
      return {
        repository: await primaryRepository(tx, params.id),
        head: newest,
        refs: newest ? await branchesAndTags(tx, { repositoryId: newest.repositoryId }) : [],
      }
    })
    if (isOnCodeHost(repository)) return fail.repositoryBacked()
    if (head?.id !== params.revisionId) return fail.notHead()
    // The branch may have moved since the head was read, and the bundle is of that head.
    const name = `refs/heads/${head.branch}`
    const others = refs.filter((ref) => ref.name !== name)
    const bundle = repositories.bundle(head.repositoryId, {
      refs: [{ name: 'HEAD', sha: head.commitSha }, { name, sha: head.commitSha }, ...others],
      signal,
    })
    // Before git has begun, its failure is an answer.
    await once(bundle, 'readable')
    const metadata = { revisionId: head.id, commitSha: head.commitSha }
    const committed = commit(async ({ ok }) => ok(bundle, { resource: ['project', params.id], metadata }))
    return committed.catch(destroyAnswer(bundle))
  })

const exportProjectRevision = (repositories: Repositories) =>
  handle(contract.exportProjectRevision, async ({ params, read, commit, signal, fail }) => {
    const [repository, revision] = await read((tx) =>
      Promise.all([primaryRepository(tx, params.id), revisionOfProject(tx, params.id, params.revisionId)]),
    )
    if (isOnCodeHost(repository)) return fail.repositoryBacked()
    if (!revision || !(await isStored(repositories, revision))) return fail.noRevision()
    const { id, repositoryId, branch, commitSha, generation } = revision
    const bundle = repositories.commitBundle(repositoryId, { commit: commitSha, branch, signal })
    const metadata = { revisionId: id, generation, commitSha }
    const committed = commit(async ({ ok }) => ok(bundle, { resource: ['project', params.id], metadata }))
    return committed.catch(destroyAnswer(bundle))
  })

/** Ends git when its answer is not sent, since the transaction failed. */
const destroyAnswer = (answer: Readable) => (error: unknown) => {
  answer.destroy()
  throw error
}

/** A project that changed its repository may have removed the repository of an earlier revision. */
const isStored = async (repositories: Repositories, { repositoryId, commitSha }: RevisionRow): Promise<boolean> =>
  (await repositories.exists(repositoryId)) && (await repositories.commitExists(repositoryId, commitSha))

type FinalizeParts = UploadParts & AdvanceParts

const finalizeProjectRevisionUpload = (parts: FinalizeParts) =>
  handle(contract.finalizeProjectRevisionUpload, async (request) => {
    const { params, workspace, body, signal, read, commit, fail, absent, invalid } = request
    const session = (await read((tx) => findUpload(tx, { id: params.uploadId, projectId: params.id }))) ?? absent()
    const refuse = (obstacle: AdvanceObstacle) => {
      if (obstacle === 'changing') return fail.taskActive()
      return obstacle === 'moved' ? fail.headMoved() : fail.claimed()
    }
    const expectedRevision = async () => (await read((tx) => findRevision(tx, { id: session.expectedRevisionId })))!
    return finalizeUpload(parts, request, {
      sessions: uploadSessions,
      session,
      repeat: () =>
        commit(async ({ tx, ok }) => {
          return ok(...finalized(session, (await findRevision(tx, { id: session.revisionId! })) ?? absent(), true))
        }),
      reject: ({ code, fields }) =>
        code === 'not_fast_forward' ? fail.notFastForward({ fields }) : fail.rejected({ fields }),
      refuseEarly: async () => {
        const obstacle = await read(async (tx) =>
          advanceObstacle(parts, tx, session, await headRevision(tx, params.id)),
        )
        if (obstacle) return refuse(obstacle)
        const overwritten = await read((tx) => overwrittenEntries(tx, params.id, body))
        if (overwritten.length > 0) return invalid(overwritten)
      },
      base: async () => {
        const { id, repositoryId, commitSha } = await expectedRevision()
        return { repositoryId, commitSha, manifest: () => read((tx) => manifestOfRevision(tx, id)) }
      },
      judge: async ({ quarantine }) => {
        const expected = await expectedRevision()
        const isDescendant = await parts.repositories.descendsFrom(quarantine, expected.commitSha)
        return isDescendant ? undefined : notFastForward(expected.commitSha)
      },
      make: async (claim, bundle) => {
        const { repositoryId } = await expectedRevision()
        const stored = await parts.repositories.store(bundle.quarantine, { workspace, repositoryId }, signal)
        return commit(async ({ tx, now, created }) => {
          const advanced = await advanceProject(parts, tx, { claim, bundle, stored, content: body, now })
          if (Array.isArray(advanced)) return invalid(advanced)
          return typeof advanced === 'string' ? refuse(advanced) : created(...finalized(session, advanced))
        })
      },
    })
  })

const notFastForward = (headSha: string): Rejection<'not_fast_forward'> => ({
  code: 'not_fast_forward',
  fields: [{ path: 'commitSha', message: `does not have ${headSha} in its history`, rule: 'fast_forward' }],
})

const finalized = (
  { id: uploadId, projectId }: UploadRow,
  { id: revisionId, generation, commitSha, manifestSha256 }: RevisionRow,
  repeated?: true,
): [Static<typeof ProjectRevisionFinalized>, Subject] => [
  { uploadId, projectId, revisionId, generation, commitSha, manifestSha256 },
  {
    resource: ['project', projectId],
    metadata: { uploadId, revisionId, generation, commitSha },
    ...(repeated && { repeated }),
  },
]

const getProjectProtectedFiles = ({ vault }: { readonly vault: Vault }) =>
  handle(contract.getProjectProtectedFiles, async ({ tx, params, fail, ok }) => {
    if (isOnCodeHost(await primaryRepository(tx, params.id))) return fail.repositoryBacked()
    if (!vault.available) return fail.noVault()
    const { files, entries } = await openSecrets(tx, vault, params.id)
    const protectedFiles = files.map(({ content, ...file }) => ({ ...file, contentBase64: content.toString('base64') }))
    const head = await headRevision(tx, params.id)
    const revisionId = head?.id ?? null
    const generation = head?.generation ?? null
    return ok(
      { projectId: params.id, revisionId, generation, protectedFiles, secrets: { entries } },
      {
        resource: ['project', params.id],
        metadata: { revisionId, paths: files.map(({ path }) => path), entries: entries.length },
      },
    )
  })

const listProjectRevisions = handle(contract.listProjectRevisions, async ({ tx, params, query, next, ok }) => {
  const page = await revisionPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentRevision))
})

const presentRevision = (row: RevisionRow) => ({ ...row, revisionId: row.id })

const getProjectRevisionUpload = (objects: ObjectStore) =>
  handle(contract.getProjectRevisionUpload, async ({ tx, params, now, resumption, absent, ok }) => {
    const session = (await findUpload(tx, { id: params.uploadId, projectId: params.id })) ?? absent()
    return ok(await uploadProgress(objects, session, { key: uploadSessions.bundleKey(session.id), now, resumption }))
  })

const getProjectRevisionHead = handle(contract.getProjectRevisionHead, async ({ tx, params, fail, ok }) => {
  const [repository, newest] = await Promise.all([primaryRepository(tx, params.id), headRevision(tx, params.id)])
  if (isOnCodeHost(repository)) return fail.repositoryBacked()
  const head = newest ?? fail.noHead()
  return ok({ ...presentRevision(head), manifest: await manifestOfRevision(tx, head.id) })
})

const uploadProjectRevisionBundle = (parts: ReceiveParts) =>
  handle(
    contract.uploadProjectRevisionBundle,
    async ({ params, workspace, body, signal, now, resumption, read, commit, fail, absent }) => {
      const session = (await read((tx) => findUpload(tx, { id: params.uploadId, projectId: params.id }))) ?? absent()
      const request = { workspace, body, now, signal, resumption, fail }
      const accept = await receiveUpload(parts, uploadSessions, session, request)
      return commit(async ({ tx, now: at, ok }) => {
        const accepted = await accept(tx, at)
        const { id: uploadId, sha256, sizeBytes } = accepted
        return ok(accepted, { resource: ['project', params.id], metadata: { uploadId, sha256, sizeBytes } })
      })
    },
  )

export default (parts: FinalizeParts & { readonly repositories: Repositories }) => ({
  listProjectRevisions,
  getProjectRevisionHead,
  downloadProjectRevisionBundle: downloadProjectRevisionBundle(parts.repositories),
  exportProjectRevision: exportProjectRevision(parts.repositories),
  getProjectProtectedFiles: getProjectProtectedFiles(parts),
  createProjectRevisionUpload,
  uploadProjectRevisionBundle: uploadProjectRevisionBundle(parts),
  getProjectRevisionUpload: getProjectRevisionUpload(parts.objects),
  finalizeProjectRevisionUpload: finalizeProjectRevisionUpload(parts),
})
