/** A program's request to the token endpoint, as far as it can be read. */
export type TokenRequest =
  | {
      readonly grant: 'code'
      readonly clientId: string
      readonly code: string
      readonly verifier: string
      readonly redirectUri: string
      readonly resources: readonly string[]
    }
  | {
      readonly grant: 'refresh'
      readonly clientId: string
      readonly refreshToken: string
      readonly resources: readonly string[]
    }
  | { readonly grant: 'unsupported' }
  | { readonly grant: 'unreadable' }

/** Reads a form. A parameter that comes twice, or is missing, makes it unreadable. Source: RFC 6749, section 3.2. */
export const readTokenRequest = (form: string): TokenRequest => {
  const parameters = new URLSearchParams(form)
  const one = (name: string) => {
    const [value, ...more] = parameters.getAll(name)
    return more.length > 0 || value === '' ? undefined : value
  }
  const grant = one('grant_type')
  const clientId = one('client_id')
  const resources = parameters.getAll('resource')
  if (grant === undefined) return { grant: 'unreadable' }
  if (grant === 'authorization_code') {
    const code = one('code')
    const verifier = one('code_verifier')
    const redirectUri = one('redirect_uri')
    if (!clientId || !code || !verifier || !redirectUri) return { grant: 'unreadable' }
    return { grant: 'code', clientId, code, verifier, redirectUri, resources }
  }
  if (grant !== 'refresh_token') return { grant: 'unsupported' }
  const refreshToken = one('refresh_token')
  if (!clientId || !refreshToken) return { grant: 'unreadable' }
  return { grant: 'refresh', clientId, refreshToken, resources }
}
