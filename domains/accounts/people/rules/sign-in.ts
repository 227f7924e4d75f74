/** Days that a session lasts without use. */
export const sessionDays = 14

const longestMs = 15 * 60_000

/**
 * How long the next attempt has to wait after so many failures: the first `free` attempts do not, then each waits twice
 * as long as the previous one, from 2 s to a quarter of an hour.
 */
export const delayAfterMs = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(longestMs, 2_000 * 2 ** Math.min(failures - free, 20))

/** A write of the sign-in library: the table, the action, and the columns; for an update only the changed ones. */
export interface Write {
  readonly table: string
  readonly verb: 'create' | 'update' | 'delete'
  readonly columns: Columns
}

type Columns = Readonly<Record<string, unknown>>

interface WriteMeaning {
  readonly action: `${string}.${string}`
  readonly details: Columns
}

/** The action of a write in the request at `path`, as the audit log names it; undefined for a part of another act. */
export const accountEventOf = (path: string, { table, verb, columns }: Write): WriteMeaning | undefined =>
  eventsByWrite[`${path} ${verb} ${table}`]?.(columns)

const session = ({ id }: Columns) => ({ sessionId: id })
const newPasskey = (columns: Columns) => ({ ...passkey(columns), keySha256: columns.key_sha256 })
const passkey = ({ id, name }: Columns) => ({ passkeyId: id, ...(typeof name === 'string' && { name }) })

const eventsByWrite: Readonly<Record<string, (columns: Columns) => WriteMeaning | undefined>> = {
  '/sign-in/email create session': (columns) => ({
    action: 'auth.sign_in',
    details: { ...session(columns), method: 'password' },
  }),
  '/passkey/verify-authentication create session': (columns) => ({
    action: 'auth.sign_in',
    details: { ...session(columns), method: 'passkey' },
  }),
  '/sign-out delete session': (columns) => ({ action: 'auth.sign_out', details: session(columns) }),
  '/change-password update account': () => ({ action: 'auth.password_change', details: {} }),
  '/reset-password update account': () => ({ action: 'auth.password_reset', details: {} }),
  '/reset-password create account': () => ({ action: 'auth.password_reset', details: {} }),
  '/verify-email update users': ({ email_normal: email }) =>
    email === undefined
      ? { action: 'auth.email_verify', details: {} }
      : { action: 'auth.email_change', details: { email } },
  '/update-user update users': () => ({ action: 'user.update', details: { changed: ['name'] } }),
  '/passkey/verify-registration create passkey': (columns) => ({ action: 'passkey.add', details: newPasskey(columns) }),
  '/passkey/update-passkey update passkey': (columns) => ({ action: 'passkey.rename', details: passkey(columns) }),
  '/passkey/delete-passkey delete passkey': (columns) => ({ action: 'passkey.remove', details: passkey(columns) }),
}

/** True if the token of a link would change an address. Its signature is not looked at here. */
export const isChange = (token: string): boolean => {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof payload === 'object' && payload !== null && 'updateTo' in payload
  } catch {
    return false
  }
}

/**
 * Decides the password of a sign-up's account. A new password comes first, and replaces the sign-up's; the sign-up's
 * own password counts for its browser, and for a person who knows it.
 */
export const proofOf = (
  { password, newPassword }: Readonly<Partial<Record<'password' | 'newPassword', string>>>,
  isItsBrowser: boolean,
) => {
  if (newPassword !== undefined) return 'newPassword'
  if (password !== undefined) return 'password'
  return isItsBrowser ? 'browser' : 'none'
}
