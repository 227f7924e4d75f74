import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { domains } from '../../domains/index.ts'
import { answerToCaller, type CallerKind } from '../../docs/expected-access.ts'
import type { Credentials, Principal } from '../../platform/access/index.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { admit } from '../../platform/http/access/admit.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'

const roles = ['owner', 'admin', 'member', 'client'] as const
const scopes = ['read', 'write', 'admin'] as const
const places = [undefined, ...roles] as const

const keys = places.flatMap((role) =>
  scopes.flatMap((scope) =>
    [undefined, true as const].flatMap((elsewhere) =>
      [undefined, 'unproved' as const].map((portal): CallerKind => ({
        credential: 'key',
        scope,
        ...(role && { role }),
        ...(elsewhere && { elsewhere }),
        ...(portal && { portal }),
      })),
    ),
  ),
)
const sessions = places.flatMap((role) =>
  [undefined, 'own' as const, 'unproved' as const].flatMap((portal) =>
    [undefined, true as const].map((foreignOrigin): CallerKind => ({
      credential: 'session',
      ...(role && { role }),
      ...(portal && { portal }),
      ...(foreignOrigin && { foreignOrigin }),
    })),
  ),
)
const callerKinds: readonly CallerKind[] = [
  { credential: 'none' },
  ...keys,
  ...sessions,
  { credential: 'session', portal: 'none' },
  { credential: 'task' },
]

const workspace = uuidv7()
const own = 'http://127.0.0.1:80'

/** The principal that a credential of this kind proves. */
const principalOf = ({ credential, role, scope, elsewhere, portal }: CallerKind): Principal | undefined => {
  if (credential === 'none') return undefined
  const isVerified = portal !== 'unproved'
  return {
    actor: { type: 'user', id: null },
    userId: uuidv7(),
    person: credential === 'session' ? { name: '', email: '', emailNormal: '', isVerified } : undefined,
    workspaceId: workspace,
    membershipRole: credential === 'task' ? 'client' : role,
    role: portal && role ? 'client' : role,
    bound: credential !== 'session',
    scopes: scope && [scope],
    projectIds: elsewhere && [uuidv7()],
    task: credential === 'task' ? { id: uuidv7(), projectId: uuidv7(), runId: uuidv7() } : undefined,
    credentialId: uuidv7(),
  }
}

const headersOf = ({ credential, portal, foreignOrigin }: CallerKind): Record<string, string> => ({
  host: '127.0.0.1:80',
  origin: foreignOrigin ? 'https://elsewhere.example' : own,
  ...(portal && { 'x-client-portal': workspace }),
  ...(credential === 'session' && { cookie: 'session' }),
  ...(credential === 'key' && { 'x-api-key': 'atl_secret' }),
  ...(credential === 'task' && { 'x-api-key': 'att_secret' }),
})

const callers = callerKinds.map((kind) => {
  const principal = principalOf(kind)
  const give = { principal: () => Promise.resolve(principal) }
  const credentials = { keys: give, sessions: give, tasks: give } as unknown as Credentials
  return { kind, headers: headersOf(kind), credentials }
})

const answerOf = async (
  operation: Operation,
  { headers, credentials }: (typeof callers)[number],
): Promise<'passes' | number> => {
  const { method } = operation
  const request = { method, headers, query: {}, params: paramsOf(operation) } as unknown
  const workspaces = new Proxy({}, { get: () => () => Promise.resolve(workspace) })
  try {
    await admit(
      operation,
      request as FastifyRequest,
      { credentials, workspaces } as unknown as Parameters<typeof admit>[2],
    )
    return 'passes'
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
}

const paramsOf = ({ path }: Operation) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, workspace]))

const withOperations = domains.filter(({ operations }) => operations.length > 0)

test.each(withOperations.map(({ name, operations }) => [name, operations] as const))(
  'each operation of %s admits and refuses every kind of caller as declared, before anything is looked up',
  async (_name, operations) => {
    const unlike: unknown[] = []
    for (const operation of operations) {
      for (const caller of callers) {
        const answers = [await answerOf(operation, caller), answerToCaller(operation, caller.kind)]
        if (answers[0] !== answers[1]) unlike.push([operation.id, caller.kind, ...answers])
      }
    }
    expect(unlike).toEqual([])
  },
)
