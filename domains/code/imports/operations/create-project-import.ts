import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { v7 as uuidv7 } from 'uuid'
import { isBranchName } from '../../../../execution/repositories/index.ts'
import type { InvalidField, Static, Taken } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { unboundFields } from '../../uploads/rules.ts'
import { createProjectImport, type CreateProjectImport } from '../contract.ts'
import { presentCreated } from '../present.ts'
import { importOfKey, insertImport } from '../store.ts'
import { takeScan } from '../store-scans.ts'

export default handle(createProjectImport, async ({ tx, caller, body, now, fail, invalid, ok, created }) => {
  const { manifest } = body
  const payloadSha256 = sha256(canonicalize({ ...body, manifest: manifest.sha256 })!)
  const begun = await importOfKey(tx, caller.userId, body.idempotencyKey)
  const wrong = begun ? [] : wrongFields(body)
  if (wrong.length > 0) return invalid(wrong)
  const scan = begun ? undefined : await takeScan(tx, { ...body, userId: caller.userId })
  const added = { ...body, id: scan ?? uuidv7(), userId: caller.userId, payloadSha256, manifest: manifest.text, now }
  const status = scan === undefined ? 'accepting' : 'uploaded'
  const session = begun ? undefined : await insertImport(tx, { ...added, status })
  if (session) {
    const { name, bundleSha256, commitSha } = body
    const metadata = { name, bundleSha256, commitSha }
    return created(presentCreated(session, now), { resource: ['import', session.id], metadata })
  }
  // The insert waited for a twin with this key; its session can be read now.
  const known = begun ?? (await importOfKey(tx, caller.userId, body.idempotencyKey))
  if (!known?.payloadSha256.equals(payloadSha256)) return fail.keyReused()
  return ok(presentCreated(known, now), { resource: ['import', known.id], repeated: true })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const wrongFields = (body: Body): InvalidField[] => [
  ...unboundFields(body),
  ...(isBranchName(body.defaultBranch)
    ? []
    : [{ path: 'defaultBranch', message: 'is not a name that git takes for a branch', rule: 'branch' }]),
]

type Body = Taken<Static<typeof CreateProjectImport>>
