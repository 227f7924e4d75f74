import { StartRefusal } from '../configuration/refusal.ts'
import { RootKeyMissing, SealBroken, type Vault } from '../crypto/index.ts'
import type { Database } from '../db/database.ts'
import { makeKeyFile, readKeyFile } from '../private-file/index.ts'
import { dataKeyScope, findInstanceKey, insertInstanceKey, replaceInstanceKey } from './store.ts'
import type { InstanceKeyRow } from './tables.ts'

/** A key that all servers on a database share: decisions/0278. */
export interface InstanceKey<Key> {
  readonly name: InstanceKeyRow['name']
  /** The file that has the key if no root key was given, and that a row takes over once. */
  readonly file: string
  /** Follows the name of the file in sentences: “which signs the audit log”. */
  readonly purpose: string
  make(): string
  /** Throws StartRefusal for a text that is not such a key; `place` names its place. */
  read(text: string, place: string): Key
  /** Whether `next`, which is in a file, names `stored` as a key before it, and so replaces it. */
  follows?(next: Key, stored: Key): boolean
  /** Throws StartRefusal if a key existed and is lost, so that no other one is made. */
  refuseLost?(): Promise<void>
}

interface KeyParts {
  readonly database: Database
  /** Undefined if no root key was given: then the file is the key. */
  readonly vault: Vault | undefined
  readonly log: { warn(fields: object, message: string): void }
}

/**
 * The key, which one machine makes and all machines with the root key open: sealed in a row, which takes an earlier
 * file over. Without a root key the key is only in the file. Throws StartRefusal if the row was sealed with another
 * root key, if there is a row and no root key, and as `key` does.
 */
export const openInstanceKey = async <Key>(parts: KeyParts, key: InstanceKey<Key>): Promise<Key> => {
  const { database, vault } = parts
  const { name, file } = key
  const text = await readKeyFile(file, key.purpose)
  const inFile = text === undefined ? undefined : key.read(text, file)
  const row = await database.identity((tx) => findInstanceKey(tx, { name }))
  if (!row) {
    if (text === undefined) await key.refuseLost?.()
    if (!vault) return inFile ?? key.read(await makeKeyFile(file, key.make()), file)
    await database.identity((tx) => insertInstanceKey(tx, seal(vault, name, text ?? key.make())))
    return openInstanceKey(parts, key)
  }
  const stored = key.read(unseal(vault, row, file), 'the database')
  if (inFile === undefined) return stored
  if (text !== undefined && key.follows?.(inFile, stored)) {
    await database.identity((tx) => replaceInstanceKey(tx, { ...seal(vault!, name, text), former: row.sealed }))
    return openInstanceKey(parts, key)
  }
  parts.log.warn({ file }, `${file} is not used: the database has the key, sealed with the root key. Delete the file`)
  return stored
}

const seal = (vault: Vault, name: InstanceKeyRow['name'], text: string): InstanceKeyRow => {
  const { stored, dataKey } = vault.createDataKey(dataKeyScope)
  return { name, ...stored, sealed: dataKey.seal('instance key', name, Buffer.from(text)) }
}

const unseal = (vault: Vault | undefined, { name, sealed, ...wrapped }: InstanceKeyRow, file: string): string => {
  if (!vault)
    throw new StartRefusal(
      `The key that ${file} had is in the database, sealed with a root key, and this server has none. Set ` +
        `SECRETS_ENCRYPTION_KEY to that of the other servers.`,
    )
  try {
    return vault.openDataKey(dataKeyScope, wrapped).unseal('instance key', name, sealed).toString()
  } catch (error) {
    if (error instanceof RootKeyMissing)
      throw new StartRefusal(
        `The ${name} key in the database is sealed with the root key ${wrapped.rootKeyId}, ` +
          `which is not in SECRETS_ENCRYPTION_KEY. Set it to that of the other servers, a new root key before the old one.`,
        { cause: error },
      )
    if (error instanceof SealBroken)
      throw new StartRefusal(`The ${name} key in the database was changed. Restore the database from its backup.`, {
        cause: error,
      })
    throw error
  }
}
