import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import {
  rowStatement,
  oneRowStatement,
  matchStatement,
  statement,
  json,
  type Json,
} from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { foundWorkspace, hasMembershipIn, ownedWorkspace, type OwnMembership } from '../workspaces/index.ts'
import { insertInto, type RowOf } from '../../../platform/db/table.ts'
import type { session } from './sign-in/tables.ts'
import type { PersonIdentity } from './rules/own-data.ts'
import { formerName, personPreference, type PreferenceRow } from './tables.ts'
import { changedDismissals, type DismissalChange } from './rules/me.ts'
import { lockPerson, letterSettingsOf } from './store-letters.ts'
import { mailTo } from '../../../platform/mail/index.ts'
import type { Person } from '../../domain.ts'

export const sessionDetailsOf = oneRowStatement<
  { sessionId: string; userId: string },
  { activeWorkspaceId: string | null; passkeys: number }
>(
  'me.session-details',
  `select (select active_workspace_id from session where id = :sessionId) as "activeWorkspaceId",
     (select count(*)::int from passkey where user_id = :userId) as passkeys`,
)

export type SessionRow = Pick<
  RowOf<typeof session>,
  'id' | 'activeWorkspaceId' | 'ipAddress' | 'userAgent' | 'createdAt' | 'expiresAt'
>
const page = statement<{ userId: string; at: string; id: string; rows: number }, SessionRow>(
  'me.session-page',
  `select id, active_workspace_id as "activeWorkspaceId", ip_address as "ipAddress", user_agent as "userAgent",
     created_at as "createdAt", expires_at as "expiresAt"
   from session where user_id = :userId and expires_at > now()::timestamptz(3) and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const sessionPage = async (tx: Transaction, userId: string, after: Cursor, limit: number) =>
  pageOf(await page(tx, { userId, ...after, rows: limit + 1 }), limit)

export const removeSession = matchStatement<{ id: string; userId: string }, { id: string }>(
  'me.end-session',
  'delete from session where id = :id and user_id = :userId returning id',
)

/** Chooses the workspace of a session; false if the person has no membership there. */
export const chooseWorkspace = matchStatement<
  { sessionId: string; userId: string; workspaceId: string },
  { id: string }
>(
  'me.choose-workspace',
  `update session set active_workspace_id = :workspaceId, updated_at = now()
   where id = :sessionId and user_id = :userId and ${hasMembershipIn(':workspaceId', ':userId')} returning id`,
)

/** The first workspace that the person owns; `fresh` if they own none. One caller at a time gets to ask. */
export const ownWorkspace = async (
  tx: Transaction,
  userId: string,
  fresh: { readonly id: string; readonly name: string },
): Promise<OwnMembership> => {
  await lockPerson(tx, { userId })
  const found = await ownedWorkspace(tx, { userId })
  if (found) return found
  await foundWorkspace(tx, { ...fresh, ownerId: userId })
  return { ...fresh, role: 'owner' }
}

/** Inserts a name and an address that are about to be replaced. */
export const insertFormerName = statement<PersonIdentity>(
  'people.keep-former-name',
  insertInto(formerName, ['userId', 'name', 'email'], { replacedAt: 'now()' }, 'on conflict do nothing'),
)

/** The former names of a person; an address that belongs to another person by now is null. */
export const formerNamesOf = statement<{ userId: string }, { name: string; email: string | null }>(
  'people.former-names',
  `select f.name, case when exists (select from users u where u.email_normal = lower(f.email) and u.id <> f.user_id)
     then null else f.email end as email
   from former_name f where f.user_id = :userId order by f.replaced_at`,
)

export const deleteFormerNames = statement<{ userId: string }>(
  'people.forget-former-names',
  'delete from former_name where user_id = :userId',
)

const none: PreferenceRow = {
  theme: null,
  density: null,
  language: null,
  singleKeys: true,
  dismissedFailures: [],
}

const find = rowStatement<{ userId: string }, PreferenceRow>(
  'people.preferences',
  `select ${personPreference.columns} from person_preference where user_id = :userId`,
)
/** The person's preferences for the console; by default their device's. */
export const preferencesOf = async (tx: Transaction, userId: string): Promise<PreferenceRow> =>
  (await find(tx, { userId })) ?? none

const findLanguage = rowStatement<{ email: string }, Pick<PreferenceRow, 'language'>>(
  'people.language-of-address',
  `select person_preference.language from users
   join person_preference on person_preference.user_id = users.id where users.email_normal = lower(:email)`,
)
/** The language that the account with an address has chosen; null without a choice. */
export const languageOfAddress = async (tx: Transaction, email: string): Promise<PreferenceRow['language']> =>
  (await findLanguage(tx, { email }))?.language ?? null

const save = statement<
  Omit<PreferenceRow, 'dismissedFailures'> & { dismissedFailures: Json; userId: string; now: Date }
>(
  'people.save-preferences',
  insertInto(
    personPreference,
    ['theme', 'density', 'language', 'singleKeys', 'dismissedFailures'],
    { userId: ':userId', updatedAt: ':now' },
    `on conflict (user_id) do update set theme = excluded.theme, density = excluded.density,
       language = excluded.language, single_keys = excluded.single_keys,
       dismissed_failures = excluded.dismissed_failures, updated_at = excluded.updated_at`,
  ),
)
/** The preferences after a change; undefined if there is no such person. One change of a person at a time. */
export const changePreferences = async (
  tx: Transaction,
  userId: string,
  { dismissFailure, restoreFailure, ...choices }: Partial<Omit<PreferenceRow, 'dismissedFailures'>> & DismissalChange,
  now: Date,
): Promise<PreferenceRow | undefined> => {
  if (!(await lockPerson(tx, { userId }))) return undefined
  const before = await preferencesOf(tx, userId)
  const dismissedFailures = changedDismissals(before.dismissedFailures, { dismissFailure, restoreFailure })
  const changed = { ...before, ...choices, dismissedFailures }
  await save(tx, { ...changed, dismissedFailures: json(dismissedFailures), userId, now })
  return changed
}

export const removePreferences = statement<{ userId: string }>(
  'people.remove-preferences',
  'delete from person_preference where user_id = :userId',
)

const insertPerson = statement<{ userId: string; name: string; email: string; emailNormal: string }>(
  'identity.insert-user',
  `insert into users (id, name, email, email_normal, email_verified) values (:userId, :name, :email, :emailNormal, true)`,
)
interface FirstOwner {
  readonly userId: string
  readonly accountId: string
  readonly email: string
  readonly passwordHash: string
}
const insertAccount = statement<Omit<FirstOwner, 'email'>>(
  'identity.insert-account',
  `insert into account (id, user_id, provider_id, account_id, password)
   values (:accountId, :userId::uuid, 'credential', :userId::uuid::text, :passwordHash)`,
)
export const insertFirstOwner = async (tx: Transaction, owner: FirstOwner): Promise<void> => {
  await insertPerson(tx, { ...owner, name: 'Owner', emailNormal: owner.email })
  await insertAccount(tx, owner)
}

const passwordOf = rowStatement<{ email: string }, { password: string | null }>(
  'identity.password-of',
  `select a.password from users u join account a on a.user_id = u.id and a.provider_id = 'credential'
   where u.email_normal = :email`,
)
/** The hash of the password of an address; undefined if it has none. */
export const firstOwnerPassword = async (tx: Transaction, email: string) =>
  (await passwordOf(tx, { email }))?.password ?? undefined

type Rows = Readonly<Record<string, unknown>>

const profile = rowStatement<{ userId: string }, Rows>(
  'people.profile',
  `select id, name, email, email_verified as "emailVerified", image, created_at as "createdAt", updated_at as "updatedAt"
   from users where id = :userId`,
)
const waysIn = statement<{ userId: string }, Rows>(
  'people.ways-in',
  `select provider_id as provider, created_at as "createdAt", updated_at as "updatedAt" from account where user_id = :userId
   order by created_at`,
)
const passkeys = statement<{ userId: string }, Rows>(
  'people.passkeys',
  `select id, name, device_type as "deviceType", backed_up as "backedUp", created_at as "createdAt" from passkey
   where user_id = :userId order by created_at`,
)
const sessions = statement<{ userId: string }, Rows>(
  'people.sessions',
  `select id, ip_address as "ipAddress", user_agent as "userAgent", active_workspace_id as "workspaceId",
     created_at as "createdAt", expires_at as "expiresAt" from session where user_id = :userId order by created_at`,
)
const formerNames = statement<{ userId: string }, Rows>(
  'people.shown-former-names',
  `select name, email, replaced_at as "replacedAt" from former_name where user_id = :userId order by replaced_at`,
)
/** A person's data outside of workspaces. Hashes of passwords, tokens and keys are no part of it. */
export const personSections = async (tx: Transaction, { userId, email }: Person) => ({
  person: await profile(tx, { userId }),
  formerNames: await formerNames(tx, { userId }),
  waysToSignIn: await waysIn(tx, { userId }),
  passkeys: await passkeys(tx, { userId }),
  sessions: await sessions(tx, { userId }),
  letters: await letterSettingsOf(tx, userId),
  preferences: await preferencesOf(tx, userId),
  mail: await mailTo(tx, email),
})
