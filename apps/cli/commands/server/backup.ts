import { resolve } from 'node:path'
import { copyKeys, keyFiles, refuseTaken } from '../../../server/backup/keys.ts'
import { isInside, makeBackup } from '../../../server/backup/make-backup.ts'
import { readBackup, verifyBackup, type Description, BackupRefusal } from '../../../../platform/backup/index.ts'
import { type Configuration, StartRefusal } from '../../../../platform/configuration/index.ts'
import { version } from '../../../../platform/configuration/version.ts'
import { usage, failed } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { serverSettings } from '../../server-settings.ts'
import { isDiskFull } from '../../../../platform/storage/index.ts'

interface BackupOptions {
  readonly keys?: string
  readonly dump?: string
}

/** `atelier backup`: copies the data of a server on this machine, by the settings that it was started with. */
export const backup = (session: Session, to: string, { keys, dump }: BackupOptions): Promise<void> =>
  withReadableFailures(async () => {
    const { output, environment, cwd, signal } = session
    const { storage } = serverSettings(environment)
    session.ifInterrupted('Stopped; no backup was made, and nothing is left of it.')
    const place = resolve(cwd, to)
    const keysFolder = keys === undefined ? undefined : resolve(cwd, keys)
    if (keysFolder !== undefined) await refuseTaken(keysFolder)
    if (keysFolder !== undefined && isInside(place, keysFolder))
      throw usage('--keys names a folder in the backup. Keep keys apart.')
    const dumpFile = dump === undefined ? undefined : resolve(cwd, dump)
    const description = await makeBackup({ storage, to: place, dump: dumpFile, version, signal, say: output.say })
    const copiedKeys = keysFolder === undefined ? [] : await copyKeys(storage.dataFolder, keysFolder)
    output.print(`${place} holds ${contentText(description)}.`)
    if (description.objectsIn !== undefined) output.print(bucketText(description.objectsIn))
    output.print(
      keysFolder === undefined ? keysToKeepText(storage, environment) : copiedKeysText(keysFolder, copiedKeys),
    )
    output.document({ backup: place, ...descriptionFacts(description), keys: copiedKeys })
  })

const bucketText = (address: string) =>
  `Objects are not in it: they lie in ${address}. Copy that bucket now, after this backup, or keep versions in it.`

const copiedKeysText = (folder: string, names: readonly string[]) =>
  `${folder} holds ${names.join(', ')}. Keep it apart from the backup: both together open everything.`

/** With a root key of your own, the keys of the instance are in the dump. */
const keysToKeepText = ({ databaseUrl }: Configuration['storage'], { SECRETS_ENCRYPTION_KEY }: NodeJS.ProcessEnv) => {
  const ofOwnDatabase =
    SECRETS_ENCRYPTION_KEY === undefined ? keyFiles.slice(1) : ['owner.json', 'SECRETS_ENCRYPTION_KEY']
  const names = databaseUrl === undefined ? keyFiles : ofOwnDatabase
  return `No key is in it: keep ${names.join(', ')} apart. --keys <folder> copies those that are files.`
}

/** `atelier backup verify`: reads every byte of a backup; needs no server. */
export const verifyBackupAt = (session: Session, from: string): Promise<void> =>
  withReadableFailures(async () => {
    const { output, cwd, signal } = session
    const found = await readBackup(resolve(cwd, from))
    await verifyBackup(found, signal)
    output.show(
      { backup: found.folder, ...descriptionFacts(found.description), whole: true },
      `${found.folder} is whole: ${contentText(found.description)}.`,
    )
  })

const contentText = ({ files, sizeBytes, createdAt, atelier, sumsSha256 }: Description) =>
  `${files} files, ${(sizeBytes / 2 ** 20).toFixed(1)} MiB, begun ${createdAt} by Atelier ${atelier}; ` +
  `SHA-256 of its list ${sumsSha256}`

const descriptionFacts = ({ emptyFolders: _left, ...description }: Description) => description

/** Refusals end a command with their sentence, and so do errors of the disk. */
export const withReadableFailures = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof BackupRefusal || error instanceof StartRefusal) throw failed('backup_refused', error.message)
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'EROFS') throw failed('disk_full', 'The disk is read-only. Make it writable, and run this again.')
    if (isDiskFull(error))
      throw failed('disk_full', 'There is no space left on the disk. Free some, and run this again.')
    if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
      throw failed('backup_refused', `${path} may not be used by this user. Run this as the user who runs the server.`)
    throw error
  }
}
