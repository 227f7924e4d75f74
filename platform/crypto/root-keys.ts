import { createHash, createSecretKey, type KeyObject, randomBytes, hkdfSync } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefusal } from '../configuration/refusal.ts'
import { makeKeyFile, readKeyFile } from '../private-file/index.ts'
import { keyBytes } from './seal.ts'

/** A key that wraps the data keys of the vault. */
export interface RootKey {
  /** Sixteen hexadecimal digits that identify a key and reveal nothing of it. */
  readonly id: string
  readonly key: KeyObject
}

/** Root keys by age: the first wraps, all of them unwrap. */
export type RootKeys = readonly [RootKey, ...RootKey[]]

interface RootKeySources {
  /** With it the keys come from `given` only, and there may be none. */
  readonly databaseUrl: string | undefined
  /** The text of SECRETS_ENCRYPTION_KEY. */
  readonly given: string | undefined
  /** `secrets.key` of the embedded database. */
  readonly file: string
  /** True before the embedded database is made: then a missing file is made too. */
  readonly fresh: boolean
}

/**
 * The root keys of this server: SECRETS_ENCRYPTION_KEY with DATABASE_URL (undefined when it is left out), `secrets.key`
 * with the embedded database. Throws StartRefusal for a key that is malformed, readable by others, or lost.
 */
export const findRootKeys = async ({
  databaseUrl,
  given,
  file,
  fresh,
}: RootKeySources): Promise<RootKeys | undefined> => {
  if (databaseUrl) return given === undefined ? undefined : parseRootKeys('SECRETS_ENCRYPTION_KEY', given)
  return rootKeysInFile(file, fresh)
}

/** Refuses a start whose keys no database would use, before anything is written that a later start would take for data. */
export const refuseUnusedRootKeys = ({ databaseUrl, given, file }: Omit<RootKeySources, 'fresh'>): void => {
  if (databaseUrl !== undefined || given === undefined) return
  throw new StartRefusal(
    `SECRETS_ENCRYPTION_KEY is set and DATABASE_URL is not: the embedded database has its root key in ${file}. ` +
      `Leave SECRETS_ENCRYPTION_KEY out, or set DATABASE_URL too.`,
  )
}

/**
 * Reads root keys from `text`: each 32 bytes as base64 or 64 hexadecimal digits, separated by commas or line ends, the
 * current one first. `name` is the name of the place in a StartRefusal; the text itself is in no message.
 */
export const parseRootKeys = (name: string, text: string): RootKeys => {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const [current, ...older] = parts.map((part, at) => rootKeyOf(name, part, at + 1))
  if (!current) throw new StartRefusal(`${name} is empty. Put 32 random bytes in it: openssl rand -base64 32`)
  return [current, ...older]
}

const rootKeyOf = (name: string, part: string, position: number): RootKey => {
  const bytes = /^[0-9a-f]{64}$/i.test(part) ? Buffer.from(part, 'hex') : Buffer.from(part, 'base64')
  const written = /^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/i.test(part)
  if (written && bytes.length === keyBytes) return { id: idOf(bytes), key: createSecretKey(bytes) }
  throw new StartRefusal(
    `Key ${position} in ${name} is not 32 bytes as base64 or 64 hexadecimal digits. Make one: openssl rand -base64 32`,
  )
}

const idOf = (key: Buffer) => createHash('sha256').update('atelier root key').update(key).digest('hex').slice(0, 16)

/** The root keys of `file`; `create` makes it with a new key and mode 0600. Starts that race get the same key. */
const rootKeysInFile = async (file: string, create: boolean): Promise<RootKeys> => {
  const text = await readKeyFile(file, 'which holds the root key of the vault')
  if (text !== undefined) return parseRootKeys(file, text)
  if (create) return parseRootKeys(file, await makeRootKeyFile(file))
  throw new StartRefusal(
    `${file} is missing, and the database may hold secrets that only its key opens. Put it back from the backup; ` +
      `to give those secrets up instead, run: (umask 077; openssl rand -base64 32 > ${file})`,
  )
}

const makeRootKeyFile = async (file: string) => {
  await mkdir(dirname(file), { recursive: true })
  return makeKeyFile(file, `${randomBytes(keyBytes).toString('base64')}\n`)
}

/**
 * Secrets for one purpose, 32 bytes each as base64url, one per root key in their order: the same on every process, and
 * none reveals another or its root key (HKDF, RFC 5869, with SHA-256). Empty without a root key.
 */
export const deriveSecrets = (rootKeys: RootKeys | undefined, purpose: string): readonly string[] =>
  (rootKeys ?? []).map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('base64url'))
