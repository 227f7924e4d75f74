import type { Readable } from 'node:stream'
import * as platform from '../../../platform/client/index.ts'
import { nodeTransport } from '../../../platform/client/node-transport.ts'
import { failureOf } from './refusal.ts'
import { userAgent } from './user-agent.ts'

export type { Input, Reply, Upload, Wire } from '../../../platform/client/index.ts'

export interface Credentials {
  /** `http://host:port`, without a path. */
  readonly url: string
  readonly apiKey: string
}

/** Every error of it is a Failure. */
export type Client = platform.Client<Readable>

export const openClient = ({ url, apiKey }: Credentials, signal?: AbortSignal): Client =>
  platform.openClient({
    url,
    signal,
    transport: nodeTransport(url, signal),
    headers: { 'x-api-key': apiKey, 'user-agent': userAgent },
    explain: (error) => failureOf(url, error),
  })
