import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import {
  type EndpointSettings,
  ModelFailure,
  type ModelGateway,
  modelRoute,
  openCall,
  openEndpoint,
} from '../../execution/models/index.ts'
import { shapes } from '../../execution/models/shapes/index.ts'
import { openLedger, openStepLedger } from '../../domains/agents/spending/index.ts'
import type { StepLimits } from '../../domains/agents/spending/store-step-use.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallIdentity } from '../models/call-identity.ts'

/** A dollar per million tokens each way: one token costs one micro-dollar. */
export const priceOfOne = { inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 1_000_000 }

/** An endpoint of the faked provider, with a key and time-outs that a test can wait for. */
export const fakeEndpoint = (baseUrl: string, more: Partial<EndpointSettings> = {}) =>
  openEndpoint({
    baseUrl,
    apiKey: 'key-of-the-operator',
    model: 'fake-large',
    price: priceOfOne,
    contextTokens: 100_000,
    maxOutputTokens: 1_000,
    timeouts: { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000 },
    ...more,
  })

/** A step of a new workspace, which exists as a row. */
export const newIdentity = async (database: Database): Promise<CallIdentity> => {
  const workspaceId = uuidv7()
  await database.identity((tx) =>
    tx.query({ text: `insert into workspace (id, name) values ($1, 'Test')`, values: [workspaceId] }),
  )
  return { workspaceId, projectId: uuidv7(), cycleId: uuidv7(), taskId: uuidv7(), runId: uuidv7(), step: 'build-task' }
}

export interface ServedRoute {
  readonly url: string
  /** To the one call that the endpoint's shape has. */
  post(body: unknown, signal?: AbortSignal): Promise<Response>
  close(): Promise<void>
}

/** One attempt of a step on a loopback port, where the egress broker would be. */
export const serveRoute = async (
  database: Database,
  gateway: ModelGateway,
  identity: CallIdentity,
  limits?: StepLimits,
): Promise<ServedRoute> => {
  const ledger = openStepLedger(database, identity, limits)
  return listening(modelRoute(gateway, ledger), `/v1${shapes[gateway.provider.shape].path}`)
}

/** Calls over the network of one workspace on a loopback port, where the API would be. */
export const servePaidCalls = (
  database: Database,
  gateway: ModelGateway,
  workspaceId: string,
): Promise<ServedRoute> => {
  const ledger = openLedger(database, { workspaceId, step: 'api' })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await json(request)) as object
    const call = openCall(gateway, ledger, body, { spoken: gateway.provider.shape })
    await ledger.reserve(call.record)
    await call.relay(response)
  }
  return listening((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof ModelFailure ? error.status : 500, { 'retry-after': '1' }).end()
    })
  }, '/')
}

const listening = async (serve: RequestListener, path: string): Promise<ServedRoute> => {
  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    post: (body, signal) =>
      fetch(url + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal && { signal }),
      }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
