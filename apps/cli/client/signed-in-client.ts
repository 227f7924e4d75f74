import type { Readable } from 'node:stream'
import * as platform from '../../../platform/client/index.ts'
import { nodeTransport } from '../../../platform/client/node-transport.ts'
import type { Client } from './client.ts'
import { failureOf } from './refusal.ts'
import { userAgent } from './user-agent.ts'

/** A client that keeps the cookie of a sign-in for as long as it is open, as a page does; nothing of it is stored. */
export const openSignedInClient = (url: string, signal: AbortSignal): Client =>
  platform.openClient({
    url,
    signal,
    transport: withCookie(nodeTransport(url, signal)),
    headers: { origin: url, 'user-agent': userAgent },
    explain: (error) => failureOf(url, error),
  })

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
