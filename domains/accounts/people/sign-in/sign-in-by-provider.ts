import { v7 as uuidv7 } from 'uuid'
import { revoke } from '../../../../platform/access/index.ts'
import type { Operation } from '../../../../platform/contract/index.ts'
import type { Context } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { addAccountEvent } from '../account-events.ts'
import { beginSession } from './begin-session.ts'
import { confirmSession, insertNewPerson, type NewPerson, removeSignUpOf } from './store-sign-ups.ts'

export type SignInRequestContext = Pick<Context<Operation>, 'browser' | 'requestId' | 'traceId'>

/** Inserts a person whose address an identity provider or a letter proves; undefined if the address is taken. */
export const makeProvedPerson = async (tx: Transaction, person: Omit<NewPerson, 'id'>): Promise<string | undefined> => {
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

const addSignInEvent = (
  tx: Transaction,
  { requestId, traceId }: SignInRequestContext,
  userId: string,
  details: object,
) =>
  addAccountEvent(tx, {
    userId,
    action: 'auth.sign_in',
    requestId,
    traceId,
    details: { ...details, method: 'company' },
  })

/** Inserts a session there, in an identity transaction; returns its token, and the workspaces that record it. */
export const beginSessionOfProvider = async (
  tx: Transaction,
  context: SignInRequestContext,
  { details, ...start }: ProviderSignIn,
) => {
  const { id: sessionId, token } = await beginSession(tx, context.browser, start)
  return { token, workspaces: await addSignInEvent(tx, context, start.userId, { ...details, sessionId }) }
}

/** Records the sign-in in an existing session; undefined if the session has ended. Runs in an identity transaction. */
export const confirmSessionOfProvider = async (
  tx: Transaction,
  context: SignInRequestContext,
  sessionId: string,
  { userId, identityProviderId, details }: Omit<ProviderSignIn, 'workspaceId'>,
) => {
  if (!(await confirmSession(tx, { sessionId, userId, identityProviderId }))) return undefined
  revoke(tx, { userIds: [userId] })
  return { workspaces: await addSignInEvent(tx, context, userId, { ...details, sessionId }) }
}
