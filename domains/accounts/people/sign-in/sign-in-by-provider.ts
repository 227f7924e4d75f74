import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { revoke, tokenHashOf } from '../../../../platform/access/index.ts'
import type { Operation } from '../../../../platform/contract/index.ts'
import type { Context } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { addAccountEvent } from '../account-events.ts'
import { sessionDays } from '../rules/sign-in.ts'
import { confirmSession, insertNewPerson, insertSession, removeSignUpOf } from './store-sign-ups.ts'

export type SignInRequestContext = Pick<Context<Operation>, 'browser' | 'requestId' | 'traceId'>

interface NewPerson {
  readonly email: string
  readonly emailNormal: string
  readonly name: string
}

/** Inserts a person whose email address an identity provider proves; undefined if the address is taken. */
export const makePersonOfProvider = async (tx: Transaction, person: NewPerson): Promise<string | undefined> => {
  const id = uuidv7()
  if (!(await insertNewPerson(tx, { ...person, id }))) return undefined
  // A sign-up that waits for a proof of this address ends: its link would set a password.
  await removeSignUpOf(tx, { emailNormal: person.emailNormal })
  return id
}

/** A sign-in with the identity provider of a workspace. */
interface ProviderSignIn {
  readonly userId: string
  readonly workspaceId: string
  readonly identityProviderId: string
  /** Details for the audit log. */
  readonly details: Readonly<Record<string, unknown>>
}

const recorded = (tx: Transaction, { requestId, traceId }: SignInRequestContext, userId: string, details: object) =>
  addAccountEvent(tx, {
    userId,
    action: 'auth.sign_in',
    requestId,
    traceId,
    details: { ...details, method: 'company' },
  })

/**
 * Inserts a session in that workspace. Returns its token, and the workspaces whose audit chains record it. Runs in an
 * identity transaction.
 */
export const beginSessionOfProvider = async (
  tx: Transaction,
  context: SignInRequestContext,
  { userId, workspaceId, identityProviderId, details }: ProviderSignIn,
) => {
  const token = randomBytes(24).toString('base64url')
  const { ip, userAgent } = context.browser
  const sessionId = uuidv7()
  const session = { id: sessionId, userId, tokenHash: tokenHashOf(token), workspaceId, days: sessionDays }
  await insertSession(tx, { ...session, ip, userAgent, identityProviderId })
  revoke(tx, { userIds: [userId] })
  return { token, workspaces: await recorded(tx, context, userId, { ...details, sessionId }) }
}

/** Records the sign-in in an existing session; undefined if the session has ended. Runs in an identity transaction. */
export const confirmSessionOfProvider = async (
  tx: Transaction,
  context: SignInRequestContext,
  sessionId: string,
  { userId, identityProviderId, details }: Omit<ProviderSignIn, 'workspaceId'>,
) => {
  if (!(await confirmSession(tx, sessionId, userId, identityProviderId))) return undefined
  revoke(tx, { userIds: [userId] })
  return { workspaces: await recorded(tx, context, userId, { ...details, sessionId }) }
}
