import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { unboundFields } from '../../uploads/rules.ts'
import { primaryRepository } from '../../projects/index.ts'
import { createProjectRevisionUpload } from '../contract.ts'
import { presentUpload } from '../present.ts'
import { isExpected } from '../rules.ts'
import { headRevision } from '../store.ts'
import { insertUpload, uploadOfKey } from '../store-uploads.ts'

export default handle(
  createProjectRevisionUpload,
  async ({ tx, params, caller, body, now, fail, invalid, ok, created }) => {
    const { manifest, idempotencyKey } = body
    const payload = canonicalize({ ...body, manifest: manifest.sha256 })!
    const payloadSha256 = createHash('sha256').update(payload).digest()
    const place = { projectId: params.id, userId: caller.userId, idempotencyKey }
    const begun = await uploadOfKey(tx, place)
    if (!begun) {
      const wrong = unboundFields(body)
      if (wrong.length > 0) return invalid(wrong)
      const [repository, head] = await Promise.all([primaryRepository(tx, params.id), headRevision(tx, params.id)])
      if (repository?.host === 'codehost') return fail.repositoryBacked()
      if (!head || !isExpected(head, body)) return fail.headMoved()
      const added = { ...body, ...place, id: uuidv7(), defaultBranch: head.branch, payloadSha256 }
      const upload = await insertUpload(tx, { ...added, manifest: manifest.text, now })
      if (upload) {
        const { bundleSha256, commitSha } = body
        const metadata = { uploadId: upload.id, bundleSha256, commitSha, expectedRevisionId: head.id }
        return created(presentUpload(upload, now), { resource: ['project', params.id], metadata })
      }
    }
    // The insert waited for a twin with this key; its session can be read now.
    const known = begun ?? (await uploadOfKey(tx, place))
    if (!known?.payloadSha256.equals(payloadSha256)) return fail.keyReused()
    const metadata = { uploadId: known.id }
    return ok(presentUpload(known, now), { resource: ['project', params.id], metadata, repeated: true })
  },
)
