import { normalEmail } from '../../../platform/contract/index.ts'
import { rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { endMemberships, workspacesWithMembership, isReferredTo } from '../workspaces/index.ts'
import { erasedAs, freshMinutes } from './rules/own-data.ts'
import { removeSessionsAndSecrets, removeSignUpOf } from './sign-in/store-sign-ups.ts'
import { lockPerson, removeLetterSettings } from './store-letters.ts'
import { removePreferences } from './store-me.ts'
import { erasure, erasurePlace, type ErasureRow } from './tables.ts'
import { retention } from '../../../platform/retention/index.ts'

const fresh = rowStatement<{ sessionId: string; userId: string; freshMinutes: number }, { isFresh: boolean }>(
  'people.fresh',
  `select created_at > now() - make_interval(mins => :freshMinutes) as "isFresh" from session
   where id = :sessionId and user_id = :userId and expires_at > now()::timestamptz(3)`,
)
/** True if the person signed in with this session lately; one caller at a time gets to ask. */
export const isFreshSession = async (tx: Transaction, sessionId: string, userId: string) => {
  await lockPerson(tx, { userId })
  return (await fresh(tx, { sessionId, userId, freshMinutes }))?.isFresh ?? false
}

const request = statement<{ userId: string }, ErasureRow>(
  'people.request-erasure',
  `insert into erasure (user_id, name, email) select id, name, email from users where id = :userId
   returning ${erasure.columns}`,
)
const everywhere = statement<{ userId: string }>(
  'people.request-everywhere',
  `insert into erasure_place (workspace_id, user_id, was_member)
   select workspace_id, :userId, is_member from (${workspacesWithMembership(':userId')}) everywhere`,
)
const anonymize = statement<{ userId: string; name: string; email: string }>(
  'people.anonymize',
  `update users set name = :name, email = :email, email_normal = :email, email_verified = false, image = null,
     updated_at = now()
   where id = :userId`,
)
/** Deletes name and address, and records what to look for in all workspaces: a former member may be named there yet. */
export const requestErasure = async (tx: Transaction, userId: string): Promise<ErasureRow> => {
  const [row] = await request(tx, { userId })
  await everywhere(tx, { userId })
  await anonymize(tx, { userId, ...erasedAs(userId) })
  return row!
}

const verifications = statement<{ userId: string; email: string }>(
  'people.remove-verifications',
  'delete from verification where value = :userId::text or (:email <> :userId::text and strpos(lower(identifier || value), :email) > 0)',
)
/** Deletes every way in (memberships, keys, sessions, secrets, sign-ups, links) and the person's own choices. */
export const removeWaysIn = async (tx: Transaction, userId: string, email: string): Promise<void> => {
  await endMemberships(tx, { userId })
  await removeSessionsAndSecrets(tx, userId)
  await removeLetterSettings(tx, { userId })
  await removePreferences(tx, { userId })
  await verifications(tx, { userId, email: normalEmail(email) })
  await removeSignUpOf(tx, { emailNormal: normalEmail(email) })
}

export const openErasures = statement<NoValues, ErasureRow>(
  'people.open-erasures',
  `select ${erasure.columns} from erasure where ended_at is null order by requested_at limit 100`,
)

const openInWorkspaces = statement<{ userId: string }, { workspaceId: string }>(
  'people.open-erasures-of-person',
  'select workspace_id as "workspaceId" from erasure_place where user_id = :userId and ended_at is null',
)
export const openErasuresByWorkspace = async (tx: Transaction, userId: string) =>
  (await openInWorkspaces(tx, { userId })).map(({ workspaceId }) => workspaceId)

/** Ends one workspace's part; undefined if it is done. A second caller waits, and finds it done. */
export const endErasureIn = rowStatement<{ userId: string }, { wasMember: boolean }>(
  'people.end-erasure-in-workspace',
  `update erasure_place set ended_at = now() where workspace_id = :workspace and user_id = :userId and ended_at is null
   returning was_member as "wasMember"`,
)

const forget = statement<{ userId: string }>(
  'people.end-erasure',
  `update erasure set name = null, email = null, ended_at = now() where user_id = :userId and ended_at is null`,
)
const forgetErasures = statement<{ userId: string }>(
  'people.forget-erasures',
  `delete from ${erasurePlace.name} where user_id = :userId`,
)
/** The last trace of the address goes. */
export const endErasure = async (tx: Transaction, userId: string) => {
  await forget(tx, { userId })
  await forgetErasures(tx, { userId })
}

/** Removes at most `limit` rows older than their retention, by a text with `:days` and `:limit`; returns their number. */
const removal = (name: string, kind: 'sessions' | 'verifications' | 'signUps' | 'unverified', text: string) => {
  const remove = statement<{ days: number; limit: number }>(`people.expire-${name}`, text)
  return async (tx: Transaction, limit: number) => (await remove(tx, { days: retention[kind].days, limit })).length
}

export const removeOldSessions = removal(
  'sessions',
  'sessions',
  `delete from session where id = any(array(select id from session
     where expires_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
export const removeOldVerifications = removal(
  'verifications',
  'verifications',
  `delete from verification where id = any(array(select id from verification
     where expires_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
export const removeOldSignUps = removal(
  'sign-ups',
  'signUps',
  `delete from sign_up where id = any(array(select id from sign_up
     where created_at < now() - make_interval(days => :days) order by created_at limit :limit)) returning 1`,
)
// The address of a sign-up that was never confirmed must become free for others.
export const removeUnverified = removal(
  'unverified',
  'unverified',
  `delete from users where id = any(array(select u.id from users u
     where not u.email_verified and u.created_at < now() - make_interval(days => :days)
       and not ${isReferredTo('u.id')}
       and not exists (select from erasure e where e.user_id = u.id)
     order by u.created_at limit :limit)) returning 1`,
)
