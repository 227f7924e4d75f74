import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../../platform/crypto/index.ts'

/** The link of a sign-up, and the cookie of the browser that made it. Neither is stored: both are made from its id. */
export interface SignUpLinks {
  /** The token in the link of a sign-up. */
  token(id: string): string
  /** The sign-up that a link names; undefined for what was not made here. */
  idIn(token: string): string | undefined
  /** The `Set-Cookie` text for the browser that made a sign-up. */
  remember(id: string): string
  /** Whether the browser with this `Cookie` header made the sign-up. */
  isFrom(cookie: string | undefined, id: string): boolean
  /** The `Set-Cookie` text that ends the cookie. */
  readonly forget: string
}

const lifetimeSeconds = 3_600
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const signed = new RegExp(`^(${uuid})\\.([\\w-]{43})$`)

/** Signs with the first secret and takes what any of them signed, so that the root key may rotate. */
export const openSignUpLinks = (secrets: readonly string[], secure: boolean): SignUpLinks => {
  // The prefix keeps a neighbouring host from setting it.
  const name = `${secure ? '__Host-' : ''}atelier.sign_up`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const sign = (what: string, id: string, secret: string) =>
    createHmac('sha256', secret).update(`sign-up ${what} ${id}`).digest('base64url')
  const write = (what: string, id: string) => `${id}.${sign(what, id, secrets[0] ?? '')}`
  const read = (what: string, text: string) => {
    const [, id = '', signature = ''] = signed.exec(text) ?? []
    const isOurs = secrets.some((secret) => isSameSecret(signature, sign(what, id, secret)))
    return id !== '' && isOurs ? id : undefined
  }
  const idsOf = (cookie = '') =>
    cookie
      .split('; ')
      .filter((pair) => pair.startsWith(`${name}=`))
      .flatMap((pair) => read('browser', pair.slice(name.length + 1)) ?? [])
  return {
    token: (id) => write('link', id),
    idIn: (token) => read('link', token),
    remember: (id) => `${name}=${write('browser', id)}; Max-Age=${lifetimeSeconds}; ${attributes}`,
    isFrom: (cookie, id) => idsOf(cookie).includes(id),
    forget: `${name}=; Max-Age=0; ${attributes}`,
  }
}
