import { v7 as uuidv7 } from 'uuid'
import { newKey, type Caller } from '../../../../platform/access/index.ts'
import type { InvalidField, Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { queueAndDeliver, type Mailer } from '../../../../platform/mail/index.ts'
import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { visibleProjects } from '../../../code/projects/index.ts'
import { createApiKey, type CreateApiKey } from '../contract/keys.ts'
import { presentKey } from '../present-key.ts'
import { isAboveRole, keysMost } from '../rules/keys.ts'
import { findKey, insertKey, lockAndCountKeys } from '../store-keys.ts'

export default (mailer: Mailer) =>
  handle(createApiKey, async ({ tx, body, caller, now, fail, absent, invalid, created }) => {
    const { name, scopes, projectIds = null } = body
    const wrong = [...wrongExpiry(body, now), ...(await unknownProjects(tx, body, caller))]
    if (wrong.length > 0) return invalid(wrong)
    if (isAboveRole(scopes, caller.role)) return fail.scopeAboveRole()
    if ((await lockAndCountKeys(tx, caller.userId)) >= keysMost) return fail.tooManyKeys()
    const [id, { secret, secretHash, hint }, expiresAt] = [uuidv7(), newKey(), expiryOf(body)]
    const added = { id, userId: caller.userId, name, hint, scopes, projectIds, expiresAt, createdAt: now }
    await insertKey(tx, added, secretHash)
    const key = (await findKey(tx, id)) ?? absent()
    await queueAndDeliver(mailer, tx, { to: { name: key.ownerName, address: key.ownerEmail }, ...keyWasMade(name) })
    return created(
      { ...presentKey(key), secret },
      {
        resource: ['api_key', id],
        parent: ['member', caller.userId],
        metadata: { name, scopes, projectIds, expiresAt: expiresAt?.toISOString() ?? null },
      },
    )
  })

const keyWasMade = (name: string) => ({
  subject: 'An API key was made',
  kind: 'api_key.was_made',
  paragraphs: [
    `An API key named “${name}” was made for your Atelier account. Programs use it in your name until it is revoked.`,
    'If it was not you, sign in and revoke it, then choose a new password: someone is signed in as you.',
  ],
})

type Body = Static<typeof CreateApiKey>

const expiryOf = ({ expiresAt }: Body) => {
  const timestamp = expiresAt === undefined ? undefined : parseTimestamp(expiresAt)
  return timestamp === undefined ? null : new Date(timestamp)
}

const wrongExpiry = (body: Body, now: Date): InvalidField[] => {
  const at = expiryOf(body)
  // A date that no calendar has is no later than now either: its time is no number.
  if (body.expiresAt === undefined || (at && at > now)) return []
  return [{ path: 'expiresAt', message: 'has to be in the future', rule: 'future' }]
}

const unknownProjects = async (tx: Transaction, { projectIds = [] }: Body, caller: Caller): Promise<InvalidField[]> => {
  const visible = projectIds.length === 0 ? new Set() : await visibleProjects(tx, projectIds, caller)
  return projectIds.flatMap((id, at) =>
    visible.has(id) ? [] : [{ path: `projectIds[${at}]`, message: 'is no project that you see', rule: 'project' }],
  )
}
