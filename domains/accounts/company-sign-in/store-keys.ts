import { companyKeyDays } from '../../../platform/access/index.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { liveKeysOfMember, noteKeysWarned, withAgencyMembers, workspacePeople } from '../workspaces/index.ts'

/** Days before their end in which people hear that their keys stop. */
const warningDays = 7

const lastSignIn = 'greatest(m.identity_provider_at, p.required_at)'
const stopAt = `${lastSignIn} + interval '${companyKeyDays} days'`
const isNear = `${lastSignIn} < now() - interval '${companyKeyDays - warningDays} days'`
const isUnwarned = `${stopAt} > now() and (m.keys_warned_at is null or m.keys_warned_at < ${lastSignIn})`
const concerned = `from ${workspacePeople}
  join identity_provider p on p.workspace_id = m.workspace_id and p.required_at is not null
  cross join ${liveKeysOfMember}
  where m.role <> 'client' and k.keys > 0 and ${isNear}`

interface StoppingRow {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly keys: number
  readonly stopAt: Date
}
const columns = `m.user_id as "userId", users.name, users.email, k.keys, ${stopAt} as "stopAt"`

/** Members whose keys stop within days, or have stopped, since they did not sign in with the provider; at most 100. */
export const stoppingKeys = statement<NoValues, StoppingRow>(
  'identity-provider.stopping-keys',
  `select ${columns} ${concerned} order by "stopAt", m.user_id limit 100`,
)

const unwarned = statement<NoValues, StoppingRow>(
  'identity-provider.unwarned-of-stopping-keys',
  `select ${columns} ${concerned} and ${isUnwarned}
   order by m.user_id limit 100 for update of m`,
)
/** Members who get a letter now, once between two sign-ins; this notes it. */
export const takeUnwarned = async (tx: Transaction) => {
  const found = await unwarned(tx)
  await noteKeysWarned(
    tx,
    found.map(({ userId }) => userId),
  )
  return found
}

const dueIn = statement<{ limit: number }, { workspaceId: string }>(
  'identity-provider.unwarned-in',
  `select distinct p.workspace_id as "workspaceId" from identity_provider p
   ${withAgencyMembers('p.workspace_id')}
   cross join ${liveKeysOfMember}
   where p.required_at is not null and k.keys > 0 and ${isNear} and ${isUnwarned} limit :limit`,
)
/** Among people: workspaces in which a member is to get a letter. */
export const unwarnedIn = async (tx: Transaction, limit: number) =>
  (await dueIn(tx, { limit })).map(({ workspaceId }) => workspaceId)
