import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { programOf, programSite, redirectUri } from '../../../testing/people/program-client.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { approveProgramConnection } from './contract.ts'

const site = await programSite()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })
const at = await scene(server)
const session = await at.signIn((await at.join('member')).userId)
const { clientId } = programOf(server.baseUrl, site.url)

/** The stored connection of the protocol's client. */
const memory = () => {
  const kept: { tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>; verifier?: string; address?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri] },
    state: () => 'of the client',
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (address) => void (kept.address = address),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
  }
  return { kept, provider }
}

const opened = (provider: OAuthClientProvider) => {
  const client = new Client({ name: 'test', version: '1' })
  afterTest(() => client.close())
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.baseUrl), { authProvider: provider })
  return { client, transport }
}

test('the official client finds the server, is connected by a person, and refreshes automatically', async () => {
  const { kept, provider } = memory()
  const first = opened(provider)
  await expect(first.client.connect(first.transport)).rejects.toThrow()
  const { address } = kept
  expect(address!.origin + address!.pathname).toBe(`${server.baseUrl}/oauth/authorize`)
  const body = { request: address!.search.slice(1), canWrite: true }
  const approved = await session.call(approveProgramConnection, { body })
  expect(approved.status).toBe(201)
  const answer = new URL((approved.body as { redirectTo: string }).redirectTo)
  await first.transport.finishAuth(answer.searchParams)
  const connected = opened(provider)
  await connected.client.connect(connected.transport)
  expect((await connected.client.listTools()).tools).toHaveLength(8)

  const before = kept.tokens!
  await asOwner(
    server,
    `update program_token set created_at = now() - interval '1 hour', expires_at = now() - interval '1 minute'
     where kind = 'access'`,
    [],
  )
  server.parts.credentials.keys.forget()
  expect((await connected.client.listTools()).tools).toHaveLength(8)
  expect(kept.tokens!.access_token).not.toBe(before.access_token)
  expect(kept.tokens!.refresh_token).not.toBe(before.refresh_token)
})
