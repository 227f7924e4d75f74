import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterTest } from '../after-test.ts'

/** The claims about each person, by their name at the provider. */
type People = Record<string, Readonly<Record<string, unknown>>>

export const clientId = 'atelier'
export const clientSecret = 'a-secret-of-the-tests'

/** An identity provider on loopback, which knows this server as its client; it ends with the suite. */
export const identityProvider = async (people: People) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(async () => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const redirectUris = new Set<string>()
  let isDown = false
  const client = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: ['https://atelier.example.com/'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
  }
  let provider: Provider | undefined
  const open = () => {
    const opened = new Provider(issuer, {
      clients: [client],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups', 'hd', '_claim_names'],
      },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub, ...people[sub] }) }),
      interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['keys-of-the-tests'] },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    })
    // The addresses are those of workspaces, which are made after the provider.
    opened.Client.prototype.redirectUriAllowed = (uri) => redirectUris.has(uri)
    return opened
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isDown) return void response.writeHead(503).end()
    provider ??= open()
    if (request.url?.startsWith('/interaction/'))
      consent(provider, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    else provider.callback()(request, response)
  })
  return {
    issuer,
    host,
    /** Allows an address that browsers come back to. */
    allow: (uri: string) => void redirectUris.add(uri),
    setDown: (down: boolean) => void (isDown = down),
    /** Signs a person in at the address that a sign-in began with, and gives the fields of the address that they come back to. */
    authorize: async (url: string, person: string): Promise<Record<string, string>> => {
      const jar = new Map<string, string>([['person', person]])
      let at = new URL(url)
      for (let hops = 0; hops < 10; hops += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        await response.arrayBuffer()
        for (const text of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
          if (value === '') jar.delete(name!)
          else jar.set(name!, value!)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`The provider answered ${response.status} at ${at.href}`)
        at = new URL(location, at)
        if (at.host !== host) return Object.fromEntries(at.searchParams)
      }
      throw new Error('The provider redirects without end')
    },
  }
}

/** Signs in the person whom the cookie names, and consents. */
const consent = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  const { prompt, params } = await provider.interactionDetails(request, response)
  const accountId = /(?:^|; )person=([^;]+)/.exec(request.headers.cookie ?? '')![1]!
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } })
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}
