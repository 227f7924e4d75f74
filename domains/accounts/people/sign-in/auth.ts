import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../../platform/db/database.ts'
import { identityAdapter } from './adapter.ts'
import { sessionDays } from '../rules/sign-in.ts'
import { type AccountMail, addressWasChanged } from './account-mail.ts'
import { inLibraryTransaction, currentSignInRequest } from './sign-in-request.ts'
import { firstWorkspace } from '../../workspaces/index.ts'

const daySeconds = 86_400
const linkSeconds = 3_600

interface AuthParts {
  readonly database: Database
  readonly accountMail: AccountMail
  /** This server's address for browsers: links and passkeys belong to it. */
  readonly origin: string
  readonly secret: string
}

/** The sign-in library, set up for our tables and rules; loaded at the first request for it. See decisions/0013. */
export const openAuth = ({ database, accountMail, origin, secret }: AuthParts) =>
  betterAuth({
    appName: 'Atelier',
    baseURL: origin,
    basePath: '/v1/api/auth',
    secret,
    trustedOrigins: [origin],
    database: identityAdapter(database),
    telemetry: { enabled: false },
    // Failures are in the answer, and unexpected ones are thrown; the library's own log lines would name addresses.
    logger: { disabled: true },
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'atelier',
      useSecureCookies: origin.startsWith('https:'),
      ipAddress: { ipAddressHeaders: ['x-atelier-address'] },
      database: { generateId: () => uuidv7() },
    },
    ...tables,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => accountMail.resetPassword(user, token),
    },
    emailVerification: {
      sendOnSignIn: false,
      autoSignInAfterVerification: false,
      expiresIn: linkSeconds,
      // Sign-ups are ours (sign-ups.ts): the library verifies an address that an account changes to.
      sendVerificationEmail: ({ user, token }) => accountMail.confirmNewAddress(user, token),
      afterEmailVerification: async ({ name }) => {
        const email = currentSignInRequest()?.leaving
        if (email !== undefined) await accountMail.notify({ name, email }, addressWasChanged)
      },
    },
    databaseHooks: { session: { create: { before: ({ userId }) => beginning(database, userId) } } },
    plugins: [
      passkey({
        rpID: new URL(origin).hostname,
        rpName: 'Atelier',
        origin,
        schema: { passkey: { fields: passkeyFields } },
      }),
    ],
  })

export type Auth = ReturnType<typeof openAuth>

const beginning = async (database: Database, userId: string) => {
  const activeWorkspaceId = await inLibraryTransaction(database, (tx) => firstWorkspace(tx, userId))
  return { data: { activeWorkspaceId: activeWorkspaceId ?? null } }
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
const tables = {
  user: {
    modelName: 'users',
    fields: { email: 'email_normal', emailVerified: 'email_verified', ...times },
    changeEmail: { enabled: true },
  },
  account: { fields: { userId: 'user_id', providerId: 'provider_id', accountId: 'account_id', ...times } },
  session: {
    fields: {
      userId: 'user_id',
      token: 'token_hash',
      expiresAt: 'expires_at',
      ...times,
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
    additionalFields: {
      activeWorkspaceId: { type: 'string', required: false, input: false, fieldName: 'active_workspace_id' },
    },
    expiresIn: sessionDays * daySeconds,
    updateAge: daySeconds,
    freshAge: daySeconds,
  },
  verification: { fields: { expiresAt: 'expires_at', ...times }, storeIdentifier: 'hashed' },
} as const
const passkeyFields = {
  publicKey: 'public_key',
  userId: 'user_id',
  credentialID: 'credential_id',
  deviceType: 'device_type',
  backedUp: 'backed_up',
  createdAt: 'created_at',
}
