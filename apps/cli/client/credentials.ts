import { lstat, readFile, unlink } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import { homedir, networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { writePrivateFile } from '../../../platform/private-file/index.ts'
import { atelier } from '../program/command.ts'
import { unreachable, usage } from '../failure.ts'
import type { Credentials } from './client.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const defaultUrl = 'http://127.0.0.1:4310'

export const credentialsFile = (environment: Environment): string =>
  join(
    nonEmpty(environment.XDG_CONFIG_HOME) ?? join(nonEmpty(environment.HOME) ?? homedir(), '.config'),
    'atelier',
    'credentials.json',
  )

const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text)

/** The server and its credential: the environment first, then the file of `atelier login`. */
export const findCredentials = async (environment: Environment): Promise<Credentials> => {
  const { ATELIER_URL: url, ATELIER_API_KEY: apiKey } = environment
  const file = credentialsFile(environment)
  const stored = await readStored(file)
  if (apiKey) return { url: urlOf(url ?? stored?.url ?? defaultUrl), apiKey }
  if (!stored)
    throw unreachable(
      'not_logged_in',
      `You are not logged in. Run ${atelier} login, or set ATELIER_URL and ATELIER_API_KEY.`,
    )
  if (url && urlOf(url) !== stored.url) {
    throw unreachable(
      'no_key_for_url',
      `ATELIER_URL is ${url}, and the stored key is for ${stored.url}. Set ATELIER_API_KEY too, or run ${atelier} login --url ${url}`,
    )
  }
  return stored
}

const readStored = async (file: string): Promise<Credentials | undefined> => {
  const found = await readJsonFile(file)
  if (!found) return undefined
  const { url, apiKey } = found
  if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey }
  throw unreachable(
    'credentials_unreadable',
    `${file} does not hold what ${atelier} login writes. Run ${atelier} login again.`,
  )
}

const readJsonFile = async (file: string): Promise<Record<string, unknown> | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}

/** The login stored by `atelier login`, as far as it can be read. */
export const findStored = (environment: Environment): Promise<Credentials | undefined> =>
  readStored(credentialsFile(environment)).catch(() => undefined)

/** Removes the file of `atelier login`; returns the removed file, undefined if there was none. */
export const forgetCredentials = async (environment: Environment): Promise<string | undefined> => {
  const file = credentialsFile(environment)
  return unlink(file).then(
    () => file,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    },
  )
}

/** A server with its key, and its data folder if that is on this machine. */
interface StoredLogin extends Credentials {
  readonly dataFolder?: string | undefined
}

/** Stores what later commands use, for this user's eyes only. */
export const storeCredentials = (environment: Environment, credentials: StoredLogin): Promise<string> =>
  writePrivateFile(credentialsFile(environment), credentials)

/**
 * The file that a server on this machine wrote at its first start: in ATELIER_DATA, else in `.atelier` below a usual
 * folder. A folder may be a checkout of a stranger's repository; a file in it would send later imports to the
 * stranger's server.
 */
export const findOwner = async (
  environment: Environment,
  folders: readonly string[],
): Promise<Credentials | undefined> => {
  const { baseUrl, apiKey } = (await findOwnerFile(environment, folders)) ?? {}
  return typeof baseUrl === 'string' && typeof apiKey === 'string' ? { url: urlOf(baseUrl), apiKey } : undefined
}

interface OwnerLogin {
  readonly url: string
  readonly email: string
  readonly password: string
}

/** Like `findOwner`, for the sign-in of the first owner. */
export const findOwnerLogin = async (environment: Environment, cwd: string): Promise<OwnerLogin | undefined> => {
  const { baseUrl, email, password } = (await findOwnerFile(environment, [cwd, projectRoot])) ?? {}
  const isWhole = typeof baseUrl === 'string' && typeof email === 'string' && typeof password === 'string'
  return isWhole ? { url: urlOf(baseUrl), email, password } : undefined
}

/**
 * The data folder of the server at an address, if it is on this machine and belongs to this user: in ATELIER_DATA,
 * where `atelier login` found it, or in `.atelier` below a usual folder. Undefined for every other server.
 */
export const findDataFolder = async (environment: Environment, cwd: string, url: string) => {
  const { ATELIER_DATA: named } = environment
  const stored = (await readJsonFile(credentialsFile(environment)))?.dataFolder
  const usual = [cwd, projectRoot].map((folder) => join(folder, '.atelier'))
  const folders = [...(named ? [resolve(named)] : []), ...(typeof stored === 'string' ? [stored] : []), ...usual]
  for (const folder of folders) {
    const file = join(folder, 'owner.json')
    const found = (await isPrivate(file)) ? await readJsonFile(file) : undefined
    if (typeof found?.baseUrl === 'string' && urlOf(found.baseUrl) === url) return folder
  }
  return undefined
}

/** The folder of Atelier itself, in which a server keeps its data by default. */
export const projectRoot = join(import.meta.dirname, '..', '..', '..')

const findOwnerFile = async ({ ATELIER_DATA: named }: Environment, folders: readonly string[]) => {
  if (named) return readJsonFile(join(resolve(named), 'owner.json'))
  for (const folder of folders) {
    const file = join(folder, '.atelier', 'owner.json')
    const found = (await isPrivate(file)) ? await readJsonFile(file) : undefined
    if (typeof found?.baseUrl === 'string' && isOfThisMachine(found.baseUrl)) return found
  }
  return undefined
}

/** As a server writes its file, and as git checks none out: this user's own, and closed to others. */
const isPrivate = async (file: string): Promise<boolean> => {
  const found = await lstat(file).catch(() => undefined)
  return found?.isFile() === true && (found.mode & 0o077) === 0 && found.uid === process.getuid?.()
}

const isOfThisMachine = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
  return (isIPv4(host) && host.startsWith('127.')) || ['localhost', '::1', '0.0.0.0', '::', ...own].includes(host)
}

/** The address of a server, without a path. Throws a Failure for an invalid address. */
export const urlOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw usage(`“${text}” is not the address of a server. Write it as ${defaultUrl}`)
  }
  return url.origin
}
