import type { Readable } from 'node:stream'
import * as platform from '../../../platform/client/index.ts'
import { nodeTransport } from '../../../platform/client/node-transport.ts'
import { failureOf } from './refusal.ts'
import { version } from '../../../platform/configuration/version.ts'

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

/** The audit log distinguishes the command line from other programs by it. */
export const userAgent = `atelier-cli/${version}`

/** A client that keeps the cookie of a sign-in for as long as it is open, as a page does; nothing of it is stored. */
export const openSignedInClient = (url: string, signal: AbortSignal): Client =>
  platform.openClient({
    url,
    signal,
    transport: withCookie(nodeTransport(url, signal)),
    headers: { origin: url, 'user-agent': userAgent },
    explain: (error) => failureOf(url, error),
  })

type Defined<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that have a value: a request leaves out an option that the person did not give. */
export const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>

const withCookie = (transport: platform.Transport<Readable>): platform.Transport<Readable> => {
  let cookie: string | undefined
  return {
    send: async (request) => {
      const answer = await transport.send({ ...request, headers: { ...request.headers, ...(cookie && { cookie }) } })
      cookie = /(?<![\w.-])[\w.-]*session_token=[^;,\s]+/.exec(answer.header('set-cookie') ?? '')?.[0] ?? cookie
      return answer
    },
    close: () => transport.close(),
  }
}
