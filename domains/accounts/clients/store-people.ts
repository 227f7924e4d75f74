import { withPerson } from '../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacePeople, workspacesOfPerson } from '../workspaces/index.ts'
import { validate } from 'uuid'
import { hasWords } from '../../../platform/db/fragments.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'
import { normalEmail } from '../../../platform/contract/index.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { portalInvitation } from './tables.ts'

export interface SeatHolder {
  /** The person's. */
  id: string
  name: string
  email: string
  emailNormal: string
  canCreateProjects: boolean
  createdAt: Date
}

/** A person with any place in the workspace as a client. */
export type PortalPerson = Omit<SeatHolder, 'canCreateProjects'> & {
  override: boolean | null
  /** Has a relationship of its own with the agency. */
  isPortalClient: boolean
  /** Some seat lets the person create projects. */
  seatAllows: boolean
  /** The accounts with a seat of the person. */
  clientAccountIds: string[]
}

const accountsMost = 20

const person = 'users.id, users.name, users.email, users.email_normal as "emailNormal"'
const holder = `select ${person}, s.can_create_projects as "canCreateProjects", s.created_at as "createdAt"
  from seat s ${withPerson('s.user_id')}`
const client = `select ${person}, c.can_create_projects as override, c.user_id is not null as "isPortalClient",
  exists (select from seat s where s.workspace_id = m.workspace_id and s.user_id = m.user_id and s.can_create_projects)
    as "seatAllows",
  array(select s.client_account_id from seat s where s.workspace_id = m.workspace_id and s.user_id = m.user_id
    order by s.created_at, s.client_account_id limit ${accountsMost}) as "clientAccountIds", m.created_at as "createdAt"
  from ${workspacePeople}
    left join portal_client c on c.workspace_id = m.workspace_id and c.user_id = m.user_id
  where (m.role = 'client' or c.user_id is not null
    or exists (select from seat s where s.workspace_id = m.workspace_id and s.user_id = m.user_id))`

const holders = statement<{ at: string; id: string; rows: number; accountId: string }, SeatHolder>(
  'seat.page',
  `${holder} where s.workspace_id = :workspace and s.client_account_id = :accountId and (s.created_at, s.user_id) < (:at, :id)
   order by s.created_at desc, s.user_id desc limit :rows`,
)
export const seatHolderPage = async (tx: Transaction, accountId: string, after: Cursor, limit: number) =>
  pageOf(await holders(tx, { ...after, rows: limit + 1, accountId }), limit)

export const findSeatHolder = rowStatement<{ accountId: string; userId: string }, SeatHolder>(
  'seat.holder',
  `${holder} where s.workspace_id = :workspace and s.client_account_id = :accountId and s.user_id = :userId`,
)

const clients = statement<{ at: string; id: string; rows: number }, PortalPerson>(
  'portal-client.page',
  `${client} and (m.created_at, m.user_id) < (:at, :id) order by m.created_at desc, m.user_id desc limit :rows`,
)
export const portalClientPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await clients(tx, { ...after, rows: limit + 1 }), limit)

export const findPortalPerson = rowStatement<{ userId: string }, PortalPerson>(
  'portal-client.person',
  `${client} and m.user_id = :userId`,
)

/** The person of this workspace with this address, and the places that the person has already. */
export const personOfAddress = rowStatement<
  { emailNormal: string; accountId: string | null },
  { id: string; role: string; hasSeat: boolean; isPortalClient: boolean }
>(
  'portal.known-address',
  `select users.id, m.role,
     exists (select from seat s where s.workspace_id = :workspace and s.user_id = users.id and s.client_account_id = :accountId) as "hasSeat",
     exists (select from portal_client c where c.workspace_id = :workspace and c.user_id = users.id) as "isPortalClient"
   from ${workspacePeople} where users.email_normal = :emailNormal`,
)

/** The people of client accounts, at most `rows`. */
export const contactsOf = statement<
  { accountIds: readonly string[]; rows: number },
  Record<'clientAccountId' | 'name' | 'email', string>
>(
  'seat.contacts',
  `select s.client_account_id as "clientAccountId", users.name, users.email from seat s ${withPerson('s.user_id')}
   where s.workspace_id = :workspace and s.client_account_id = any(:accountIds)
   order by s.client_account_id, s.created_at, s.user_id limit :rows`,
)

// With role identity: the person's memberships in every workspace.
const mine = statement<{ userId: string }, { workspaceId: string }>(
  'portal.workspaces-of-person',
  `select workspace_id as "workspaceId" from (${workspacesOfPerson(':userId', 'client')}) place
   union select workspace_id from seat where user_id = :userId
   union select workspace_id from portal_client where user_id = :userId
   order by 1 limit 200`,
)
export const workspacesOfClient = async (tx: Transaction, userId: string) =>
  (await mine(tx, { userId })).map(({ workspaceId }) => workspaceId)

const named = rowStatement<{ value: string; userId: string }, { workspaceId: string }>(
  'portal.of-person',
  `select workspace_id as "workspaceId" from (${workspacesOfPerson(':userId', 'client')}) place where workspace_id = :value
   union select workspace_id from portal_client where user_id = :userId and workspace_id = :value
   union select workspace_id from seat where user_id = :userId and (workspace_id = :value or client_account_id = :value)
   limit 1`,
)
/** The agency that a value of `X-Client-Portal` means for this person: by its own id, or by an account's of theirs. */
export const portalOfPerson = async (tx: Transaction, value: string, userId: string) =>
  validate(value) ? (await named(tx, { value, userId }))?.workspaceId : undefined

/** The names of these client accounts. */
export const namesOfAccounts = statement<{ ids: readonly string[] }, NamedThing>(
  'client-account.named',
  `select id, name as title, null::uuid as "projectId", null::uuid as "cycleId" from client_account
   where workspace_id = :workspace and id = any(:ids)`,
)

/** Client accounts by any part of their name, or of the name or mail address of a person in them, who is then named. */
export const foundAccounts = statement<SoughtName, FoundName>(
  'client-account.found',
  `select client_account.id, client_account.name, held.people as also, null::uuid as "parentId" from client_account
   left join lateral (
     select string_agg(users.name || ' · ' || users.email, ', ' order by users.name, users.id) as people
     from seat ${withPerson('seat.user_id')}
     where seat.workspace_id = :workspace and seat.client_account_id = client_account.id
       and ${hasWords(`searched_name(concat_ws(' ', client_account.name, users.name, users.email))`)}
       and not ${hasWords('searched_name(client_account.name)')}
   ) held on true
   where client_account.workspace_id = :workspace
     and (held.people is not null or ${hasWords('searched_name(client_account.name)')})
   order by client_account.archived_at nulls first, client_account.name, client_account.id limit :rows`,
)

type Rows = Readonly<Record<string, unknown>>

/** A person's seats in their own data. */
export const seatsOfPerson = statement<{ userId: string }, Rows>(
  'clients.seats-of-person',
  `select client_account_id as "clientAccountId", can_create_projects as "canCreateProjects", created_at as "createdAt"
   from seat where workspace_id = :workspace and user_id = :userId order by created_at`,
)

const invitations = statement<{ email: string }, Rows>(
  'clients.portal-invitations-to',
  `select id, client_account_id as "clientAccountId", created_at as "createdAt", expires_at as "expiresAt",
     accepted_at as "acceptedAt", revoked_at as "revokedAt" from portal_invitation
   where workspace_id = :workspace and email_normal = :email order by created_at`,
)
export const portalInvitationsTo = (tx: Transaction, email: string) => invitations(tx, { email: normalEmail(email) })

const eraseInvitations = statement<{ email: string }>(
  'portal.erase-invitations',
  `update portal_invitation set email = 'erased-' || id || '@erased.invalid',
     email_normal = 'erased-' || id || '@erased.invalid'
   where workspace_id = :workspace and email_normal = :email`,
)
/** Erases to which address invitations went; an open one leads nowhere then. `email` may be of any case or form. */
export const erasePortalInvitationsTo = (tx: Transaction, email: string) =>
  eraseInvitations(tx, { email: normalEmail(email) })

const closed = 'coalesce(accepted_at, revoked_at, expires_at)'
/** Invitations that ended long ago, with the rows that refer to them. */
export const portalInvitationExpiry = rowExpiry('invitations', portalInvitation, closed)
