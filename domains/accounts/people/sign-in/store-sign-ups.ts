import { matchStatement, rowStatement, statement } from '../../../../platform/db/statement.ts'
import { insertInto } from '../../../../platform/db/table.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { session, account, person, signUps, type SignUpRow } from './tables.ts'

/** When a link that is sent now stops working, in SQL: the letter promises “within an hour”. */
const linkExpiry = `now() + interval '1 hour'`

/** Replaces the sign-up of the address, if there is one: its links lead nowhere from now on. */
export const putSignUp = statement<SignUpRow>(
  'sign-up.put',
  insertInto(
    signUps,
    ['id', 'emailNormal', 'email', 'name', 'password'],
    { linkExpiresAt: linkExpiry },
    `on conflict (email_normal) do update set id = excluded.id, email = excluded.email, name = excluded.name,
     password = excluded.password, link_expires_at = excluded.link_expires_at, created_at = now()`,
  ),
)

const unproved = 'not exists (select from users u where u.email_normal = sign_up.email_normal and u.email_verified)'

/** The sign-up that waits for the proof of this address; undefined if there is none, or an account has the address. */
export const findSignUpOf = rowStatement<{ emailNormal: string }, SignUpRow>(
  'sign-up.of-address',
  `select ${signUps.columns} from sign_up where email_normal = :emailNormal and ${unproved}`,
)

/** The sign-up behind a link that still works. */
export const findOpenSignUp = rowStatement<{ id: string }, SignUpRow>(
  'sign-up.open',
  `select ${signUps.columns} from sign_up where id = :id and link_expires_at > now()::timestamptz(3) and ${unproved}`,
)

export const renewLink = statement<{ id: string }>(
  'sign-up.renew',
  `update sign_up set link_expires_at = ${linkExpiry} where id = :id`,
)

/** Uses a sign-up up. One of racing callers gets it. */
export const claimSignUp = matchStatement<{ id: string }, { id: string }>(
  'sign-up.take',
  'delete from sign_up where id = :id and link_expires_at > now()::timestamptz(3) returning id',
)

export const removeSignUpOf = statement<{ emailNormal: string }>(
  'sign-up.remove-of',
  'delete from sign_up where email_normal = :emailNormal',
)

export type NewPerson = Omit<SignUpRow, 'password'>

/** The person behind a proved address, made or taken over; undefined if the address was proved before. */
export const admitPerson = rowStatement<NewPerson, { id: string }>(
  'sign-up.admit',
  insertInto(
    person,
    ['id', 'emailNormal', 'email', 'name'],
    { emailVerified: 'true' },
    `on conflict (email_normal) do update set email = excluded.email, name = excluded.name, email_verified = true,
     updated_at = now()
   where not users.email_verified and not exists (select from erasure e where e.user_id = users.id)
   returning id`,
  ),
)

/** Inserts a person; false if any person has the address, proved or not. */
export const insertNewPerson = matchStatement<NewPerson, { id: string }>(
  'sign-up.insert-new',
  insertInto(
    person,
    ['id', 'emailNormal', 'email', 'name'],
    { emailVerified: 'true' },
    'on conflict (email_normal) do nothing returning id',
  ),
)

const sessions = statement<{ userId: string }>('sign-up.end-sessions', 'delete from session where user_id = :userId')
const passkeys = statement<{ userId: string }>(
  'sign-up.remove-passkeys',
  'delete from passkey where user_id = :userId returning 1',
)
const accounts = statement<{ userId: string }>(
  'sign-up.remove-passwords',
  'delete from account where user_id = :userId',
)
export const removePasskeys = async (tx: Transaction, userId: string) => (await passkeys(tx, { userId })).length

const password = statement<{ id: string; userId: string; hash: string }>(
  'sign-up.password',
  insertInto(account, ['id'], {
    userId: ':userId::uuid',
    providerId: "'credential'",
    accountId: ':userId::uuid::text',
    password: ':hash',
  }),
)
/** Ends a person's sessions, and deletes the passkeys and passwords. */
export const removeSessionsAndSecrets = async (tx: Transaction, userId: string) => {
  await sessions(tx, { userId })
  await passkeys(tx, { userId })
  await accounts(tx, { userId })
}
/** Makes this password the person's only way in. */
export const setOnlyPassword = async (tx: Transaction, userId: string, id: string, hash: string) => {
  await removeSessionsAndSecrets(tx, userId)
  await password(tx, { id, userId, hash })
}

export const insertSession = statement<{
  id: string
  userId: string
  tokenHash: string
  workspaceId: string | undefined
  ip: string
  userAgent: string | undefined
  identityProviderId: string | null
  days: number
}>(
  'sign-up.session',
  insertInto(session, ['id', 'userId', 'tokenHash', 'userAgent', 'identityProviderId'], {
    activeWorkspaceId: ':workspaceId',
    ipAddress: ':ip',
    identityProviderAt: 'case when :identityProviderId::uuid is not null then now() end',
    expiresAt: 'now() + make_interval(days => :days)',
  }),
)

/** Notes in a session that its person signed in with the identity provider of a company; false if the session ended. */
export const confirmSession = matchStatement<
  { sessionId: string; userId: string; identityProviderId: string },
  { id: string }
>(
  'sign-up.confirm-session',
  `update session set identity_provider_id = :identityProviderId, identity_provider_at = now(), updated_at = now()
   where id = :sessionId and user_id = :userId and expires_at > now()::timestamptz(3) returning id`,
)

/** Notes in a session the passkey that began it. */
export const notePasskey = statement<{ sessionId: string; userId: string; credentialId: string }>(
  'sign-up.passkey-of-session',
  `update session set passkey_id = p.id from passkey p
   where session.id = :sessionId and session.user_id = :userId and p.user_id = :userId and p.credential_id = :credentialId`,
)
