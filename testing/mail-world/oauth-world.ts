import { text } from 'node:stream/consumers'
import { loopbackSite } from '../network/loopback-site.ts'

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`

/** The pages of Google and Microsoft at which codes become tokens, on loopback. A code is a name before the @. */
export const oauthWorld = async () => {
  const asked: URLSearchParams[] = []
  const revoking = { isDown: false }
  const site = await loopbackSite((request, response) => {
    const answer = async () => {
      const form = new URLSearchParams(await text(request))
      asked.push(form)
      const { pathname } = new URL(request.url ?? '/', 'http://local')
      const isRefused = revoking.isDown && pathname.endsWith('/revoke')
      const { status, body } = isRefused ? { status: 503, body: {} } : answerTo(pathname, form)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    answer().catch(() => response.destroy())
  })
  return { ...site, forms: asked, revoking }
}

const answerTo = (path: string, form: URLSearchParams): { readonly status: number; readonly body: object } => {
  if (path.endsWith('/revoke')) return { status: 200, body: {} }
  const code = form.get('code')
  if (code === 'refused' || form.get('client_secret') !== 'secret-1')
    return { status: 400, body: { error: 'invalid_grant' } }
  if (form.get('refresh_token') === 'of-another-client') return { status: 401, body: { error: 'invalid_client' } }
  const access = { access_token: 'access-2', expires_in: 3_600 }
  if (form.get('grant_type') === 'refresh_token') return { status: 200, body: access }
  const claims = {
    aud: form.get('client_id'),
    email: `${code}@example.com`,
    email_verified: true,
    name: 'Ada Lovelace',
  }
  // A short life, so that the first use fetches a new token.
  return {
    status: 200,
    body: {
      ...access,
      access_token: 'access-1',
      expires_in: 1,
      refresh_token: 'refresh-canary-1',
      id_token: tokenOf(claims),
    },
  }
}
