import type { AuditEntry } from '../../../../platform/audit/index.ts'
import { NoTurn } from '../../../../platform/waiting/index.ts'
import { workspacesOf } from '../../workspaces/index.ts'
import type { SignInContext } from './call-library.ts'
import type { SignInParts } from './parts.ts'
import { findPersonOf } from './store.ts'

/**
 * Records a wrong password for an account on the chains of its person's workspaces, many within a minute as one row.
 * Runs behind the answer, which takes no longer for an address that has an account.
 */
export const recordSignInFailure = (
  parts: SignInParts,
  email: string,
  { requestId, traceId, browser }: SignInContext,
): void => {
  recordWrongPassword(parts, email, { requestId, traceId, ip: browser.ip }).catch(logUnrecorded(parts, requestId))
}

const logUnrecorded =
  ({ log }: SignInParts, requestId: string) =>
  (error: unknown) => {
    const about = { err: error, requestId }
    // Too many tries from one network are no fault of the server.
    if (error instanceof NoTurn) log.warn(about, 'Too busy to record a failed sign-in')
    else log.error(about, 'Could not record a failed sign-in')
  }

/** Records a refused sign-in with a company's identity provider on the chain of its workspace, in the same way. */
export const recordCompanyRefusal = async (
  parts: SignInParts,
  workspaceId: string,
  reason: string,
  { requestId, traceId, browser: { ip } }: Omit<SignInContext, 'body' | 'fail'>,
): Promise<void> => {
  const entry = failureOf({ requestId, traceId, ip }, { method: 'company', reason })
  await parts.repeats
    .record(workspaceId, entry, ['auth.sign_in', 'company', reason, ip])
    .catch(logUnrecorded(parts, requestId))
}

const failureOf = ({ requestId, traceId, ip }: RequestSource, details: object): AuditEntry => ({
  action: 'auth.sign_in',
  category: 'auth',
  outcome: 'failure',
  severity: 'warning',
  source: 'web',
  actor: { type: 'user', id: null },
  requestId,
  traceId,
  details: { ...details, ip },
})

type RequestSource = Pick<SignInContext, 'requestId' | 'traceId'> & { readonly ip: string }

const recordWrongPassword = async ({ database, repeats, log }: SignInParts, email: string, source: RequestSource) => {
  const { requestId, ip } = source
  const found = await database.identity(async (tx) => {
    const userId = (await findPersonOf(tx, { emailNormal: email }))?.id
    return userId === undefined ? undefined : { userId, workspaces: await workspacesOf(tx, userId) }
  })
  if (!found || found.workspaces.length === 0) {
    log.info({ ip, requestId, userId: found?.userId }, 'Failed sign-in for an unknown address')
    return
  }
  const { userId, workspaces } = found
  const entry: AuditEntry = { ...failureOf(source, { userId, method: 'password' }), resource: ['user', userId] }
  for (const workspace of workspaces) await repeats.record(workspace, entry, ['auth.sign_in', userId, ip])
}
