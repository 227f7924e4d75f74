import { StartRefusal, type Configuration } from '../../platform/configuration/index.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { isDiskFull } from '../../platform/storage/index.ts'

type Sentences = Readonly<Record<string, string>>

/** The refusal of a start as a sentence, if its cause is known; other errors as they are. */
export const startRefusalOf = (error: unknown, { listen, storage }: Configuration): unknown => {
  if (error instanceof StartRefusal) return error
  const { code = '', path, syscall, message } = error as NodeJS.ErrnoException
  const place = path ?? storage.dataFolder
  const listening: Sentences = {
    EADDRINUSE: `Port ${listen.port} of ${listen.host} is in use. Stop what listens there, or set ATELIER_PORT to another one.`,
    EACCES: `Port ${listen.port} needs rights that this user lacks. Set ATELIER_PORT to 1024 or above.`,
    EADDRNOTAVAIL: `${listen.host} is not an address of this machine. Set ATELIER_HOST to one that is.`,
    ENOTFOUND: `${listen.host} is not an address. Set ATELIER_HOST to one of this machine.`,
  }
  const files: Sentences = {
    EROFS: `${place} is on a disk that is read-only. Set ATELIER_DATA to a folder on a disk that can be written to.`,
    EACCES: `${place} may not be used by this user. Start Atelier as the user who owns it, or set ATELIER_DATA to another folder.`,
    EPERM: `${place} may not be changed by this user. Start Atelier as the user who owns it, or set ATELIER_DATA to another folder.`,
    ENOTDIR: `${place} is not a folder. Set ATELIER_DATA to one.`,
    EEXIST: `${place} is not a folder. Remove it, or set ATELIER_DATA to another folder.`,
    ENOENT: `${place} cannot be made. Set ATELIER_DATA to a folder on a disk that can be written to.`,
    ENAMETOOLONG: `The name ${place.slice(0, 60)}… is too long. Set ATELIER_DATA to a shorter one.`,
    ELOOP: `${place} is a link that leads to itself. Set ATELIER_DATA to a folder.`,
    EIO: `${place} cannot be read: the disk reports an error. Check the disk, and restore the backup if files are lost.`,
  }
  const sentence =
    code !== 'EROFS' && isDiskFull(error)
      ? `There is no space left on the disk of ${place}. Free some space, then start again.`
      : (pooler(message) ?? (syscall === 'listen' || syscall === 'getaddrinfo' ? listening : files)[code])
  if (sentence) return new StartRefusal(sentence, { cause: error })
  return isUnavailable(error)
    ? new StartRefusal('The database stopped answering while Atelier started. Start it, then start Atelier again.', {
        cause: error,
      })
    : error
}

/** PgBouncer refuses the settings that come with a connection, or, if it is set so, leaves them out. */
const pooler = (message: string) => (/unsupported startup parameter/i.test(message) ? poolerSentence : undefined)

export const poolerSentence =
  'DATABASE_URL leads to a pooler that does not pass on the settings of a connection, such as PgBouncer in transaction ' +
  'mode. Atelier keeps a pool of its own: point DATABASE_URL to PostgreSQL itself.'
