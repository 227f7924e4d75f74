import { companyKeyDays } from '../../../platform/access/index.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacePeople } from '../workspaces/index.ts'

/** Days before their end in which people hear that their keys stop. */
export const warningDays = 7

const lastSignIn = 'greatest(m.identity_provider_at, p.required_at)'
const stopAt = `${lastSignIn} + interval '${companyKeyDays} days'`
const isNear = `${lastSignIn} < now() - interval '${companyKeyDays - warningDays} days'`
const liveKeys = `(select count(*)::int as keys from api_key k
  where k.workspace_id = m.workspace_id and k.user_id = m.user_id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now()::timestamptz(3))) k`
const concerned = `from ${workspacePeople}
  join identity_provider p on p.workspace_id = m.workspace_id and p.required_at is not null
  cross join lateral ${liveKeys}
  where m.role <> 'client' and k.keys > 0 and ${isNear}`

interface StoppingRow {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly keys: number
  readonly stopAt: Date
}
const columns = `m.user_id as "userId", users.name, users.email, k.keys, ${stopAt} as "stopAt"`

const stopping = statement<NoValues, StoppingRow>(
  'identity-provider.stopping-keys',
  `select ${columns} ${concerned} order by "stopAt", m.user_id limit 100`,
)
/** Members whose keys stop within days, or have stopped, since they did not sign in with the provider; at most 100. */
export const stoppingKeys = (tx: Transaction) => stopping(tx)

const warned = statement<NoValues, StoppingRow>(
  'identity-provider.warn-of-stopping-keys',
  `with due as (select ${columns}, m.workspace_id ${concerned} and ${stopAt} > now()
       and (m.keys_warned_at is null or m.keys_warned_at < ${lastSignIn}) limit 100),
     noted as (update membership m set keys_warned_at = now() from due
       where m.workspace_id = due.workspace_id and m.user_id = due."userId" returning m.user_id)
   select "userId", name, email, keys, "stopAt" from due where "userId" in (select user_id from noted)`,
)
/** Notes that these members are told, once between two sign-ins, and gives them. */
export const takeUnwarned = (tx: Transaction) => warned(tx)

const dueIn = statement<{ limit: number }, { workspaceId: string }>(
  'identity-provider.unwarned-in',
  `select distinct p.workspace_id as "workspaceId" from identity_provider p
   join membership m on m.workspace_id = p.workspace_id and m.role <> 'client'
   cross join lateral ${liveKeys}
   where p.required_at is not null and k.keys > 0 and ${isNear} and ${stopAt} > now()
     and (m.keys_warned_at is null or m.keys_warned_at < ${lastSignIn}) limit :limit`,
)
/** Among people: workspaces in which somebody is to be told. */
export const unwarnedIn = async (tx: Transaction, limit: number) =>
  (await dueIn(tx, { limit })).map(({ workspaceId }) => workspaceId)
