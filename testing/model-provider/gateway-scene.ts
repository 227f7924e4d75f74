import { afterEach, beforeEach } from 'vitest'
import { findBudget } from '../../domains/agents/spending/index.ts'
import { callsPage } from '../../domains/agents/spending/store-calls.ts'
import { type EndpointSettings, openGateway } from '../../execution/models/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { fakeEndpoint, newIdentity, type ServedRoute, serveRoute } from './gateway.ts'
import { type FakeProvider, startModelProvider } from './provider.ts'
import type { CallIdentity } from '../models/call-identity.ts'

const retries = { attempts: 3, backoffMs: 1, retryAfterMaxMs: 2_000 }

/** A step of a new workspace for each test, with a gateway between it and a faked provider. */
export const gatewayScene = (database: Database) => {
  const toClose: (() => Promise<unknown>)[] = []
  const scene = {
    provider: undefined as unknown as FakeProvider,
    identity: undefined as unknown as CallIdentity,
    route: undefined as unknown as ServedRoute,
    /** A new attempt of the step, as another process would open it. */
    attempt: async (
      settings: Partial<EndpointSettings> = {},
      callMs?: number,
      callsAtOnce = 1_000,
    ): Promise<ServedRoute> => {
      const provider = fakeEndpoint(scene.provider.baseUrl, settings)
      const gateway = openGateway({ provider, retries, callsAtOnce, ...(callMs && { callMs }) })
      const served = await serveRoute(database, gateway, scene.identity)
      toClose.push(served.close, gateway.close)
      return served
    },
    budget: (kind: 'cycle' | 'project' | 'workspace' = 'cycle') =>
      database.instance((tx) => findBudget(tx, { kind, id: scene.identity[`${kind}Id`] })),
    calls: () => database.reading(scene.identity.workspaceId, (tx) => callsPage(tx, scene.identity.runId, 100)),
  }
  beforeEach(async () => {
    scene.provider = await startModelProvider()
    scene.identity = await newIdentity(database)
    scene.route = await scene.attempt()
  })
  afterEach(async () => {
    await Promise.all(toClose.splice(0).map((close) => close()))
    await scene.provider.close()
  })
  return scene
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: Delta }[]
  readonly usage?: object
  readonly error?: { readonly code: string; readonly message: string }
}

interface Delta {
  readonly content?: string
  readonly tool_calls?: readonly { readonly function?: { readonly arguments?: string } }[]
}

/** A client's view of a stream. */
export const readStream = (body: string) => {
  const events = body.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []))
  const chunks = events.filter((event) => event !== '[DONE]').map((event) => JSON.parse(event) as Chunk)
  const deltas = chunks.map((chunk) => chunk.choices?.[0]?.delta ?? {})
  return {
    text: deltas.map((delta) => delta.content ?? '').join(''),
    toolArguments: deltas.map((delta) => delta.tool_calls?.[0]?.function?.arguments ?? '').join(''),
    usage: chunks.find((chunk) => chunk.usage)?.usage,
    error: chunks.find((chunk) => chunk.error)?.error,
    done: events.at(-1) === '[DONE]',
  }
}

/** The error of an answer in OpenAI's shape. */
export const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string; type: string } }).error
