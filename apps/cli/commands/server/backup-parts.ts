import { BackupRefusal } from '../../../../platform/backup/index.ts'
import { StartRefusal } from '../../../../platform/configuration/index.ts'
import { isDiskFull } from '../../../../platform/storage/index.ts'
import { failed } from '../../failure.ts'

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
