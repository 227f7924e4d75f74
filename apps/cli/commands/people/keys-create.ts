import { signInWithPassword, signOut } from '../../../../domains/accounts/people/contract.ts'
import { keys as contract } from '../../../../domains/accounts/workspaces/contract/keys.ts'
import { findCredentials, findOwnerLogin } from '../../client/credentials.ts'
import { defined, openSignedInClient } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { ask, askSecret, canAsk, readStandardInput } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'

interface CreateOptions {
  readonly scope: readonly ('read' | 'write' | 'admin')[]
  readonly expires?: string
  readonly project?: readonly string[]
  readonly workspace?: string
  readonly email?: string
  readonly passwordStdin?: boolean
}

/** `atelier keys create`: creates a key. Only a person can, so the command signs in, creates the key and signs out. */
export const createKey = async (session: Session, name: string, options: CreateOptions): Promise<void> => {
  const { output, environment, signal } = session
  session.ifInterrupted('Stopped; no key was made.')
  const expiresAt = options.expires === undefined ? undefined : endOf(options.expires, new Date())
  const projectIds = options.project && (await Promise.all(options.project.map((one) => chooseProject(session, one))))
  const { url } = await findCredentials(environment)
  const person = await whoSignsIn(session, url, options)
  const client = openSignedInClient(url, signal)
  try {
    await client.call(signInWithPassword, { body: person })
    const body = defined({ name, scopes: [...options.scope], expiresAt, projectIds })
    const headers = options.workspace === undefined ? undefined : { 'X-Organization-Id': options.workspace }
    const key = await client.call(contract.createApiKey, { body, ...defined({ headers }) })
    const until = key.expiresAt ? ` until ${key.expiresAt.slice(0, 16)}` : ''
    output.say(`Key “${printable(key.name)}” (${key.scopes.join(', ')})${until}. It is shown this once:`)
    output.show(key, key.secret)
  } finally {
    await client.call(signOut).catch(() => undefined)
    await client.close()
  }
}

const units = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The end of a key: after `90d`, `12h` or `4w` from now, or at the end of a day such as `2027-03-04`. */
export const endOf = (text: string, now: Date): string => {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? []
  if (unit) return new Date(now.getTime() + Number(count) * units[unit as keyof typeof units]).toISOString()
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime()))
    throw usage(`“${text}” is no end of a key. Write it as 90d, 12h, 4w, or as a day: 2027-03-04`)
  if (at <= now) throw usage(`${text} is over already. A key ends in the future.`)
  return at.toISOString()
}

/**
 * The first owner of a server on this machine by its file, else the person who types the sign-in, or the sign-in on
 * standard input.
 */
const whoSignsIn = async (session: Session, url: string, { email, passwordStdin }: CreateOptions) => {
  const { environment, cwd, signal } = session
  const owner = await findOwnerLogin(environment, cwd)
  if (passwordStdin) {
    if (email === undefined) throw usage('Say who signs in: --email <address> with --password-stdin')
    return { email, password: await readStandardInput() }
  }
  if (owner?.url === url && (email === undefined || email === owner.email))
    return { email: owner.email, password: owner.password }
  if (!canAsk())
    throw usage(
      'A key is made by a person. Give --email <address> and the password on standard input: --password-stdin',
    )
  const address = email ?? (await ask('E-mail address ', '', signal))
  return { email: address, password: await askSecret('Password (not shown) ', signal) }
}
