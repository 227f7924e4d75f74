import { resolve } from 'node:path'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import type { Session } from '../../session.ts'
import { serverSettings } from '../../server-settings.ts'
import { withReadableFailures } from './backup.ts'

/** `atelier restore`: puts a backup into the empty data folder of the settings. */
export const restore = (session: Session, from: string, { keys }: { readonly keys?: string }): Promise<void> =>
  withReadableFailures(async () => {
    const { output, environment, cwd, signal } = session
    const { storage } = serverSettings(environment)
    const { dataFolder } = storage
    session.ifInterrupted(`Stopped; ${dataFolder} may hold a part of the backup. Empty it and run this again.`)
    const keysFolder = keys === undefined ? undefined : resolve(cwd, keys)
    const { say } = output
    const restored = await restoreBackup({ storage, from: resolve(cwd, from), signal, say, keys: keysFolder })
    const { backup, projects } = restored
    const { files, createdAt, objectsIn } = backup.description
    output.print(`${dataFolder} holds ${files} files of the backup of ${createdAt}, with ${projects} projects.`)
    if (objectsIn !== undefined)
      output.print(`Its objects lie in ${objectsIn}: set ATELIER_OBJECTS to that bucket, or to a copy of it.`)
    const hasRootKey = environment.SECRETS_ENCRYPTION_KEY !== undefined
    const missing = neededKeys(storage.databaseUrl, hasRootKey).filter((name) => !restored.keys.includes(name))
    output.print(missing.length > 0 ? missingKeys(missing, dataFolder) : 'Start Atelier on it.')
    output.document({ data: dataFolder, createdAt, files, projects, objectsIn, keys: restored.keys, missing })
  })

/** With a root key, the audit key is a row of the database. */
const neededKeys = (databaseUrl: string | undefined, hasRootKey: boolean) => {
  if (databaseUrl === undefined) return ['secrets.key', 'audit.key']
  return hasRootKey ? [] : ['audit.key']
}

const missingKeys = (missing: readonly string[], dataFolder: string) =>
  `Put ${missing.join(' and ')} into ${dataFolder} (mode 0600), then start Atelier. ` +
  `Without secrets.key stored secrets stay closed; without audit.key a start says how to make a new key.`
