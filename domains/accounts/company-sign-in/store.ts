import {
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  json,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import { workspacePeople, liveKeysOfMember, noteKeysWarned, withAgencyMembers } from '../workspaces/index.ts'
import { identityDomain, identityProvider, type DomainRow, type ProviderRow } from './tables.ts'
import { companyKeyDays } from '../../../platform/access/index.ts'

export const findProvider = rowStatement<NoValues, ProviderRow>(
  'identity-provider.find',
  `select ${identityProvider.columns} from identity_provider where workspace_id = :workspace`,
)

/** Locks changes of a workspace to its identity provider, its domains and the requirement. */
export const lockProvider = (tx: Transaction) => lockInWorkspace(tx, 'identity provider of ')

type SavedProvider = Omit<ProviderRow, 'requiredAt' | 'emergencyPasskeyId'> & { readonly now: Date }
const save = oneRowStatement<Omit<SavedProvider, 'roles'> & { roles: Json }, ProviderRow>(
  'identity-provider.save',
  insertInto(
    identityProvider,
    [
      ...(['id', 'name', 'issuer', 'clientId', 'keyVersion', 'ciphertext'] as const),
      ...(['roleClaim', 'roles', 'defaultRole', 'trustsAddresses'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now', updatedAt: ':now' },
    `on conflict (workspace_id) do update set id = excluded.id, name = excluded.name, issuer = excluded.issuer,
       client_id = excluded.client_id, key_version = excluded.key_version, ciphertext = excluded.ciphertext,
       role_claim = excluded.role_claim, roles = excluded.roles, default_role = excluded.default_role,
       trusts_addresses = excluded.trusts_addresses, updated_at = excluded.updated_at
     returning ${identityProvider.columns}`,
  ),
)
export const saveProvider = (tx: Transaction, { roles, ...provider }: SavedProvider) =>
  save(tx, { ...provider, roles: json(roles) })

/** Requires sign-in with the provider from `requiredAt` on, or ends that by null. The passkey is the emergency sign-in. */
export const requireProvider = statement<{ requiredAt: Date | null; passkeyId: string | null; now: Date }>(
  'identity-provider.require',
  `update identity_provider set required_at = :requiredAt, emergency_passkey_id = :passkeyId, updated_at = :now
   where workspace_id = :workspace`,
)

export const removeProvider = statement(
  'identity-provider.remove',
  'delete from identity_provider where workspace_id = :workspace',
)

/** Deletes the identities of all people at the provider. */
export const deleteIdentities = statement(
  'identity-provider.forget-people',
  'delete from external_identity where workspace_id = :workspace',
)

/** All domains of the workspace, whose number is limited. */
export const domainsOf = statement<NoValues, DomainRow>(
  'identity-domain.list',
  `select ${identityDomain.columns} from identity_domain where workspace_id = :workspace order by domain`,
)

export const findDomain = rowStatement<{ id: string }, DomainRow>('identity-domain.find', selectById(identityDomain))

/** A domain belongs to no project. */
export const identityDomainKind = async (tx: Transaction, id: string) =>
  (await findDomain(tx, { id })) ? { projectId: null } : undefined

export const addDomain = oneRowStatement<{ id: string; domain: string; token: string; now: Date }, DomainRow>(
  'identity-domain.add',
  insertInto(
    identityDomain,
    ['id', 'domain', 'token'],
    { workspaceId: ':workspace', createdAt: ':now' },
    `returning ${identityDomain.columns}`,
  ),
)

/** Records that a domain is verified; undefined if it was removed. Throws if another workspace has verified it. */
export const recordVerified = rowStatement<{ id: string; now: Date }, DomainRow>(
  'identity-domain.verify',
  `update identity_domain set verified_at = coalesce(verified_at, :now), checked_at = :now, missing_since = null
   where workspace_id = :workspace and id = :id returning ${identityDomain.columns}`,
)

/** Records that the TXT record of a verified domain is missing. */
export const recordMissing = rowStatement<{ id: string; now: Date }, DomainRow>(
  'identity-domain.missing',
  `update identity_domain set missing_since = coalesce(missing_since, :now), checked_at = :now
   where workspace_id = :workspace and id = :id and verified_at is not null returning ${identityDomain.columns}`,
)

/** Withdraws the verification of a domain. */
export const withdrawVerification = statement<{ id: string }>(
  'identity-domain.lose',
  'update identity_domain set verified_at = null where workspace_id = :workspace and id = :id',
)

export const removeDomain = statement<{ id: string }>(
  'identity-domain.remove',
  'delete from identity_domain where workspace_id = :workspace and id = :id',
)

/** An SQL condition: a domain is due for a check, each week, and each day while its TXT record is missing. */
export const dueCondition = (now: string) => `verified_at is not null
  and checked_at < ${now} - case when missing_since is null then interval '7 days' else interval '1 day' end`

/** Verified domains whose TXT record is due for a check. */
export const dueDomainsOf = statement<{ now: Date }, DomainRow>(
  'identity-domain.due-of',
  `select ${identityDomain.columns} from identity_domain where workspace_id = :workspace and ${dueCondition(':now::timestamptz(3)')}
   order by checked_at, id`,
)

/** The owners, who get the letters about sign-in. */
export const ownersOf = statement<NoValues, { name: string; email: string }>(
  'identity-provider.owners',
  `select users.name, users.email from ${workspacePeople} where m.role = 'owner' order by m.created_at, m.user_id`,
)

/** Claims a sign-in with the emergency passkey to report it; false if it was reported before. */
export const claimEmergency = matchStatement<{ sessionId: string }, { sessionId: string }>(
  'identity-provider.take-emergency',
  `delete from emergency_sign_in where workspace_id = :workspace and session_id = :sessionId
   returning session_id as "sessionId"`,
)

/** A person's identities at providers, for their own data. */
export const identitiesIn = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'identity-provider.of-person',
  `select issuer, subject, created_at as "linkedAt" from external_identity
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)

/** Members are warned so many days before their keys stop. */
const warningDays = 7

// For a member who never signed in so, the requirement counts: `greatest` passes over null.
const lastSignInSql = 'greatest(m.identity_provider_at, p.required_at)'
const stopAt = `${lastSignInSql} + interval '${companyKeyDays} days'`
const isNearSql = `${lastSignInSql} < now() - interval '${companyKeyDays - warningDays} days'`
const isUnwarnedSql = `${stopAt} > now() and (m.keys_warned_at is null or m.keys_warned_at < ${lastSignInSql})`
const membersWithKeysSql = `from ${workspacePeople}
  join identity_provider p on p.workspace_id = m.workspace_id and p.required_at is not null
  cross join ${liveKeysOfMember}
  where m.role <> 'client' and k.keys > 0 and ${isNearSql}`

interface StoppingRow {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly keys: number
  readonly stopAt: Date
}
const stoppingColumns = `m.user_id as "userId", users.name, users.email, k.keys, ${stopAt} as "stopAt"`

/** Members whose keys stop within a week, or have stopped, as they did not sign in with the provider; at most 100. */
export const stoppingKeys = statement<NoValues, StoppingRow>(
  'identity-provider.stopping-keys',
  `select ${stoppingColumns} ${membersWithKeysSql} order by "stopAt", m.user_id limit 100`,
)

const unwarned = statement<NoValues, StoppingRow>(
  'identity-provider.unwarned-of-stopping-keys',
  `select ${stoppingColumns} ${membersWithKeysSql} and ${isUnwarnedSql}
   order by m.user_id limit 100 for update of m`,
)
/** Claims the members to warn now: each is warned once between two sign-ins. */
export const claimUnwarned = async (tx: Transaction) => {
  const found = await unwarned(tx)
  await noteKeysWarned(
    tx,
    found.map(({ userId }) => userId),
  )
  return found
}

/** Workspaces with a member to warn. */
export const unwarnedIn = workspacesDue(
  'identity-provider-unwarned',
  `(select p.workspace_id from identity_provider p ${withAgencyMembers('p.workspace_id')} cross join ${liveKeysOfMember}
   where p.required_at is not null and k.keys > 0 and ${isNearSql} and ${isUnwarnedSql}) unwarned`,
)
