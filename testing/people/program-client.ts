import { createHash, randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { approveProgramConnection } from '../../domains/accounts/programs/contract.ts'
import type { Caller, Reply } from '../caller.ts'
import { loopbackSite } from '../network/loopback-site.ts'

/** The parameters of a program's request; undefined ones are left out. */
type Parameters = Readonly<Record<string, string | undefined>>

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
}

/** A description of a program, as its own site serves it. */
export const descriptionOf = (clientId: string, changed: object = {}) => ({
  client_id: clientId,
  client_name: 'Test agent',
  redirect_uris: ['http://127.0.0.1/callback', 'https://agent.example/back?from=atelier'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...changed,
})

/** A site that describes a program at `/client.json`; at other paths it answers as the test says. */
export const programSite = (answers: Readonly<Record<string, RequestListener>> = {}) =>
  loopbackSite((request, response) => {
    const path = request.url!
    const answer = answers[path]
    if (answer) {
      answer(request, response)
      return
    }
    const clientId = `http://${request.headers.host}${path}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(descriptionOf(clientId)))
  })

export const redirectUri = 'http://127.0.0.1:49152/callback'

/** A program of a site, as it speaks to a server by OAuth. */
export const programOf = (baseUrl: string, siteUrl: string) => {
  const clientId = `${siteUrl}/client.json`
  const resource = `${baseUrl}/mcp`
  const post = async (
    path: string,
    form: Parameters,
  ): Promise<{ status: number; body: Tokens & { error: string } }> => {
    const body = new URLSearchParams(given(form))
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Tokens & { error: string } }
  }
  const verifier = randomBytes(32).toString('base64url')
  const queryOf = (changed: Parameters = {}) =>
    new URLSearchParams(
      given({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'state-of-the-program',
        scope: 'read write',
        resource,
        ...changed,
      }),
    ).toString()
  const approve = (session: Caller, changed: Parameters = {}, canWrite = true): Promise<Reply> =>
    session.call(approveProgramConnection, { body: { request: queryOf(changed), canWrite } })
  const exchange = (code: string, changed: Parameters = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
      resource,
      ...changed,
    })
  const codeOf = async (session: Caller, changed: Parameters = {}, canWrite = true): Promise<string> => {
    const { body } = await approve(session, changed, canWrite)
    return new URL((body as { redirectTo: string }).redirectTo).searchParams.get('code')!
  }
  return {
    clientId,
    queryOf,
    approve,
    exchange,
    codeOf,
    connect: async (session: Caller, canWrite = true) => (await exchange(await codeOf(session, {}, canWrite))).body,
    refresh: (refreshToken: string, changed: Parameters = {}) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: refreshToken,
        ...changed,
      }),
    leave: (token: string, changed: Parameters = {}) =>
      post('/oauth/revoke', { token, client_id: clientId, ...changed }),
    post,
  }
}

const given = (form: Parameters) => Object.entries(form).filter((one): one is [string, string] => one[1] !== undefined)
