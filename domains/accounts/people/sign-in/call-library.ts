import type { Operation } from '../../../../platform/contract/index.ts'
import { refuse, type Context, type Handler } from '../../../../platform/handler/index.ts'
import { settleAccountEventsOf } from '../account-events.ts'
import type { Auth } from './auth.ts'
import { inLazyTransaction, runSignInRequest, type SignInRequest } from './sign-in-request.ts'
import type { SignInParts } from './parts.ts'

const prefix = '/v1/api/auth'
const userAgentMost = 500

/** The context of every operation of sign-in. */
export type SignInContext = Pick<Context<Operation>, 'browser' | 'requestId' | 'traceId'> & {
  readonly body: unknown
  readonly fail: unknown
}

interface LibraryCall {
  /** The body for the library, if it differs from the caller's. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly leaving?: string
  /** All or nothing: removals and additions in one transaction. */
  readonly whole?: true
  /** With this, the library is asked by GET. */
  readonly query?: Readonly<Record<string, string>>
  /** Runs in the transaction of the act that the audit log names. */
  readonly alongside?: SignInRequest['alongside']
}

/** Our errors for the errors of the library; the first that the operation declares counts. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  INVALID_EMAIL_OR_PASSWORD: ['wrong'],
  INVALID_PASSWORD: ['wrong'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['wrong'],
  EMAIL_NOT_VERIFIED: ['emailNotVerified'],
  INVALID_EMAIL: ['invalidEmail', 'wrong'],
  VALIDATION_ERROR: ['invalidEmail', 'refused'],
  INVALID_TOKEN: ['invalidToken'],
  TOKEN_EXPIRED: ['invalidToken'],
  USER_NOT_FOUND: ['invalidToken'],
  INVALID_USER: ['signInFirst'],
  SESSION_NOT_FRESH: ['notFresh'],
  PASSKEY_NOT_FOUND: ['passkeyAbsent', 'refused'],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['passkeyAbsent', 'refused'],
  CHALLENGE_NOT_FOUND: ['refused'],
  FAILED_TO_VERIFY_REGISTRATION: ['refused'],
  AUTHENTICATION_FAILED: ['refused'],
}

/**
 * Passes a request to the sign-in library and returns its answer; its refusals become the operation's own. Its audit
 * rows are on the chains of the person's workspaces before the answer leaves.
 */
export const callLibrary = async (
  parts: SignInParts,
  operation: Operation,
  context: SignInContext,
  call: LibraryCall = {},
): Promise<Readonly<Record<string, unknown>> | null> => {
  const auth = (await parts.auth()) ?? failWith(context, 'unavailable')
  const path = operation.path.slice(prefix.length)
  const { requestId, traceId, browser } = context
  const { leaving, whole, alongside } = call
  const empty = { workspaces: new Set<string>(), events: [], isTaken: false }
  const signInRequest: SignInRequest = { path, requestId, traceId, leaving, alongside, ...empty }
  const request = requestFor(parts, operation, context, call)
  const response = await runSignInRequest(signInRequest, () =>
    whole ? inLazyTransaction(parts.database, () => orThrow(auth, request)) : auth.handler(request),
  ).catch((error: unknown) => {
    if (error instanceof LibraryFailure) return error.response
    if (signInRequest.isTaken) return new Response(null, { status: 409 })
    throw error
  })
  for (const cookie of response.headers.getSetCookie()) browser.keep(cookie)
  await settle(parts, signInRequest)
  const answer = (await response.json().catch(() => null)) as Readonly<Record<string, unknown>> | null
  if (response.ok) return answer
  return refused(operation, context, { signInRequest, status: response.status, code: String(answer?.code) })
}

class LibraryFailure extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('The sign-in library failed')
    this.response = response
  }
}

const orThrow = async (auth: Auth, request: Request) => {
  const response = await auth.handler(request)
  if (response.status >= 500) throw new LibraryFailure(response)
  return response
}

const requestFor = (parts: SignInParts, operation: Operation, { browser, body }: SignInContext, call: LibraryCall) => {
  const url = new URL(operation.path, parts.origin())
  // The library knows more parameters than we declare, and some lead its answer elsewhere.
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const headers = new Headers({ origin: parts.origin(), 'x-atelier-address': browser.ip })
  if (browser.userAgent) headers.set('user-agent', browser.userAgent.slice(0, userAgentMost))
  const cookie = cookieFor(parts, browser.cookie)
  if (cookie) headers.set('cookie', cookie)
  if (operation.method === 'GET' || call.query) return new Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: operation.method, headers, body: JSON.stringify(call.body ?? body ?? {}) })
}

/** The session's cookie signed again, since the library knows only the newest root key; the other cookies unchanged. */
const cookieFor = ({ cookies }: SignInParts, header: string | undefined) => {
  const token = cookies.tokenIn(header)
  const others = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !pair.startsWith(`${cookies.name}=`))
  return [...others, ...(token === undefined ? [] : [`${cookies.name}=${cookies.sign(token)}`])].join('; ')
}

const settle = async (parts: SignInParts, { workspaces, events, requestId }: SignInRequest) => {
  if (workspaces.size === 0)
    for (const event of events) parts.log.info({ ...event, requestId }, 'A user without a membership made a change')
  await settleAccountEventsOf(parts, workspaces, requestId)
}

const refused = (
  { errors = {} }: Operation,
  context: SignInContext,
  { signInRequest, status, code }: { signInRequest: SignInRequest; status: number; code: string },
): never => {
  const name = signInRequest.isTaken ? 'taken' : namesOf[code]?.find((one) => one in errors)
  if (name !== undefined) return failWith(context, name)
  // Another person's passkey is handled like an unknown passkey.
  if (status === 401 && 'passkeyAbsent' in errors) return failWith(context, 'passkeyAbsent')
  if (status === 401) return refuse('unauthenticated')
  throw new Error(`The sign-in library answered ${status} ${code}, which is unexpected`)
}

/** Ends the request in one of the operation's own errors. */
const failWith = ({ fail }: SignInContext, name: string): never => (fail as Record<string, () => never>)[name]!()

/** An operation whose request and answer are the library's own; what its reply does not declare stays here. */
export const forwardToLibrary = <Op extends Operation>(parts: SignInParts, operation: Op): Handler<Op> => ({
  operation,
  run: async (context: never) => {
    const forwarded: SignInContext & { readonly ok: (body: unknown) => never } = context
    return forwarded.ok(await callLibrary(parts, operation, forwarded))
  },
})
