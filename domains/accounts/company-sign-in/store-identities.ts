import { findRole, isAgency, withPerson } from '../../../platform/access/index.ts'
import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { withAgencyMembers, withWorkspace } from '../workspaces/index.ts'
import { dueCondition } from './store.ts'
import { externalIdentity, identityProvider, type ProviderRow } from './tables.ts'

// All of these run in an identity transaction.

/** A provider with its workspace. */
export type PlacedProvider = ProviderRow & { readonly workspaceId: string }
const placed = `${identityProvider.columns}, identity_provider.workspace_id as "workspaceId"`

/** The provider of the workspace that proved a domain. */
export const providerOfDomain = rowStatement<{ domain: string }, PlacedProvider>(
  'identity.provider-of-domain',
  `select ${placed} from identity_domain d
   join identity_provider on identity_provider.workspace_id = d.workspace_id
   where d.domain = :domain and d.verified_at is not null`,
)

export const providerOf = rowStatement<{ workspaceId: string }, PlacedProvider>(
  'identity.provider-of-workspace',
  `select ${placed} from identity_provider where workspace_id = :workspaceId`,
)

const domains = statement<{ workspaceId: string }, { domain: string }>(
  'identity.verified-domains',
  'select domain from identity_domain where workspace_id = :workspaceId and verified_at is not null',
)
export const verifiedDomains = async (tx: Transaction, workspaceId: string) =>
  (await domains(tx, { workspaceId })).map(({ domain }) => domain)

interface IdentityKey {
  readonly workspaceId: string
  readonly issuer: string
  readonly subject: string
}
/** The person behind a pair of issuer and subject in a workspace. */
export const findIdentity = rowStatement<IdentityKey, { userId: string; emailNormal: string }>(
  'identity.find',
  `select e.user_id as "userId", users.email_normal as "emailNormal" from external_identity e ${withPerson('e.user_id')}
   where e.workspace_id = :workspaceId and e.issuer = :issuer and e.subject = :subject`,
)

export const hasIdentity = matchStatement<{ workspaceId: string; issuer: string; userId: string }, { subject: string }>(
  'identity.of-person',
  `select subject from external_identity
   where workspace_id = :workspaceId and issuer = :issuer and user_id = :userId`,
)

/** Inserts an identity; false if the pair, or the person at this provider, was linked a moment ago. */
export const insertIdentity = matchStatement<IdentityKey & { userId: string }, { userId: string }>(
  'identity.insert',
  insertInto(
    externalIdentity,
    ['workspaceId', 'issuer', 'subject', 'userId'],
    {},
    'on conflict do nothing returning user_id as "userId"',
  ),
)

export const unlinkIdentity = matchStatement<{ workspaceId: string; userId: string }, { issuer: string }>(
  'identity.unlink',
  'delete from external_identity where workspace_id = :workspaceId and user_id = :userId returning issuer',
)

/** The workspaces of a person whose people have an identity provider. */
export const ownIdentities = statement<
  { userId: string },
  Record<'workspaceId' | 'workspaceName' | 'providerName', string> & { required: boolean; linkedAt: Date | null }
>(
  'identity.own',
  `select workspace.id as "workspaceId", workspace.name as "workspaceName", p.name as "providerName",
     p.required_at is not null as required, e.created_at as "linkedAt"
   from identity_provider p ${withAgencyMembers('p.workspace_id')}
   ${withWorkspace('m.workspace_id')}
   left join external_identity e
     on e.workspace_id = m.workspace_id and e.issuer = p.issuer and e.user_id = m.user_id
   where m.user_id = :userId order by workspace.name, workspace.id limit 1000`,
)

/** True if a person is a member of the agency. */
export const isMemberOf = async (tx: Transaction, workspaceId: string, userId: string) => {
  const role = await findRole(tx, workspaceId, userId)
  return role !== undefined && isAgency(role)
}

/** Workspaces with a domain that is to be looked up again. */
export const domainsDueIn = workspacesDue('identity-domain', `identity_domain where ${dueCondition('now()')}`)

/** Workspaces with a sign-in with the emergency passkey that is not reported yet. */
export const emergenciesDueIn = workspacesDue('emergency-sign-in', 'emergency_sign_in')

export const emergencySignIns = statement<
  { workspaceId: string },
  Record<'sessionId' | 'providerId' | 'userId' | 'name', string> & { at: Date }
>(
  'identity.emergencies-of',
  `select e.session_id as "sessionId", e.provider_id as "providerId", e.user_id as "userId", users.name, e.created_at as at
   from emergency_sign_in e ${withPerson('e.user_id')} where e.workspace_id = :workspaceId
   order by e.created_at limit 100`,
)
