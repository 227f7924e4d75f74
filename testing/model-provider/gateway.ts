import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import {
  type CallIdentity,
  type EndpointSettings,
  type ModelGateway,
  type StepLimits,
  modelRoute,
  openEndpoint,
} from '../../execution/models/index.ts'
import { shapes } from '../../execution/models/shapes/index.ts'
import type { Database } from '../../platform/db/database.ts'

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
  gateway: ModelGateway,
  identity: CallIdentity,
  limits?: StepLimits,
): Promise<ServedRoute> => {
  const server = createServer(modelRoute(gateway, identity, limits))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    post: (body, signal) =>
      fetch(`${url}/v1${shapes[gateway.provider.shape].path}`, {
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
