import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { mailTo } from '../../../platform/mail/index.ts'
import type { Person } from '../../domain.ts'
import { letterSettingsOf } from './store-letters.ts'
import { preferencesOf } from './store-preferences.ts'

type Rows = Readonly<Record<string, unknown>>

const profile = statement<{ userId: string }, Rows>(
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
  person: (await profile(tx, { userId })).at(0),
  formerNames: await formerNames(tx, { userId }),
  waysToSignIn: await waysIn(tx, { userId }),
  passkeys: await passkeys(tx, { userId }),
  sessions: await sessions(tx, { userId }),
  letters: await letterSettingsOf(tx, userId),
  preferences: await preferencesOf(tx, userId),
  mail: await mailTo(tx, email),
})
