import { v7 as uuidv7 } from 'uuid'
import { isBranchName } from '../../../../execution/repositories/index.ts'
import type { InvalidField, Static, HandlerBody } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { beginUpload } from '../../uploads/index.ts'
import { unboundFields } from '../../uploads/rules.ts'
import { createProjectImport, type CreateProjectImport } from '../contract.ts'
import { presentCreated } from '../present.ts'
import { importOfKey, insertImport } from '../store.ts'
import { takeScan } from '../store-scans.ts'

export default handle(createProjectImport, async ({ tx, caller, body, now, fail, invalid, ok, created }) => {
  const { userId } = caller
  const { session, isNew } = await beginUpload(body, {
    find: () => importOfKey(tx, userId, body.idempotencyKey),
    add: async (payloadSha256) => {
      const wrong = wrongFields(body)
      if (wrong.length > 0) return invalid(wrong)
      const scan = await takeScan(tx, { ...body, userId })
      return insertImport(tx, {
        ...body,
        id: scan ?? uuidv7(),
        userId,
        payloadSha256,
        manifest: body.manifest.text,
        status: scan === undefined ? 'accepting' : 'uploaded',
        now,
      })
    },
    keyReused: fail.keyReused,
  })
  const presented = presentCreated(session, now)
  if (!isNew) return ok(presented, { resource: ['import', session.id], repeated: true })
  const { name, bundleSha256, commitSha } = body
  return created(presented, { resource: ['import', session.id], metadata: { name, bundleSha256, commitSha } })
})

const wrongFields = (body: Body): InvalidField[] => [
  ...unboundFields(body),
  ...(isBranchName(body.defaultBranch)
    ? []
    : [{ path: 'defaultBranch', message: 'is not a name that git takes for a branch', rule: 'branch' }]),
]

type Body = HandlerBody<Static<typeof CreateProjectImport>>
