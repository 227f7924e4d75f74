import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { isOnCodeHost } from '../../repository-records/rules.ts'
import { primaryRepository } from '../../repository-records/index.ts'
import { beginUpload } from '../../uploads/index.ts'
import { unboundFields } from '../../uploads/rules.ts'
import { createProjectRevisionUpload } from '../contract.ts'
import { presentUpload } from '../present.ts'
import { isExpected } from '../rules.ts'
import { headRevision } from '../store.ts'
import { insertUpload, uploadOfKey } from '../store-uploads.ts'

export default handle(
  createProjectRevisionUpload,
  async ({ tx, params, caller, body, now, fail, invalid, ok, created }) => {
    const place = { projectId: params.id, idempotencyKey: body.idempotencyKey }
    const { session, isNew } = await beginUpload(body, {
      find: () => uploadOfKey(tx, place),
      add: async (payloadSha256) => {
        const wrong = unboundFields(body)
        if (wrong.length > 0) return invalid(wrong)
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
