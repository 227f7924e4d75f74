import type { Static } from '../../../../platform/contract/index.ts'
import { handle, type Subject } from '../../../../platform/handler/index.ts'
import { finalizeUpload, type FinalizeParts as UploadParts, type Rejection } from '../../uploads/index.ts'
import {
  advanceProject,
  advanceObstacle,
  overwrittenEntries,
  type AdvanceParts,
  type AdvanceObstacle,
} from '../advance.ts'
import { finalizeProjectRevisionUpload, type ProjectRevisionFinalized } from '../contract.ts'
import { findRevision, headRevision, manifestOfRevision } from '../store.ts'
import { findUpload, uploadSessions } from '../store-uploads.ts'
import type { RevisionRow, UploadRow } from '../tables.ts'

export type FinalizeParts = UploadParts & AdvanceParts

export default (parts: FinalizeParts) =>
  handle(finalizeProjectRevisionUpload, async (request) => {
    const { params, workspace, body, signal, read, commit, fail, absent, invalid } = request
    const place = { id: params.uploadId, projectId: params.id }
    const session = (await read((tx) => findUpload(tx, place))) ?? absent()
    const refuse = (hindrance: AdvanceObstacle) =>
      hindrance === 'changing' ? fail.taskActive() : hindrance === 'moved' ? fail.headMoved() : fail.claimed()
    const expectedRevision = async () => (await read((tx) => findRevision(tx, session.expectedRevisionId)))!
    return finalizeUpload(parts, request, {
      sessions: uploadSessions,
      session,
      repeat: () =>
        commit(async ({ tx, ok }) => {
          const revision = (await findRevision(tx, session.revisionId!)) ?? absent()
          return ok(...finalized(session, revision, true))
        }),
      reject: ({ code, fields }) =>
        code === 'not_fast_forward' ? fail.notFastForward({ fields }) : fail.rejected({ fields }),
      refuseEarly: async () => {
        const hindrance = await read(async (tx) =>
          advanceObstacle(parts, tx, session, await headRevision(tx, params.id)),
        )
        if (hindrance) return refuse(hindrance)
        const lost = await read((tx) => overwrittenEntries(tx, params.id, body))
        if (lost.length > 0) return invalid(lost)
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
