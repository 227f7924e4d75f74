import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefusal } from '../configuration/refusal.ts'
import { socketPathMaxBytes } from '../storage/socket-path.ts'
import type { Account } from './embedded-account.ts'
import type { Programs } from './embedded-programs.ts'

const run = promisify(execFile)

/** Paths of an embedded database; all of it belongs to the account and is closed to others. */
export type Cluster = Awaited<ReturnType<typeof prepareCluster>>

export const superuser = 'atelier'
export const databaseName = 'atelier'

/**
 * Makes `folder` hold a database's files, or finds that it does. The files appear at once and whole: a start that
 * is killed halfway leaves a folder that the next one ignores and removes.
 * Throws StartRefusal for a folder that cannot be used or that holds something else.
 */
export const prepareCluster = async (folder: string, account: Account, programs: Programs) => {
  await restrictFolder(folder, account)
  const cluster = { folder, files: join(folder, 'files'), log: join(folder, 'log'), ...accessPaths(folder) }
  const version = await versionOf(cluster.files)
  if (version === undefined) await createFiles(cluster.files, account, programs)
  else if (version !== programs.version)
    throw new StartRefusal(
      `The database in ${folder} was made by PostgreSQL ${version}, and this Atelier brings ${programs.version}. ` +
        `Start the Atelier that made it, or set ATELIER_DATA to another folder; docs/upgrade.md says how to move.`,
    )
  await writeAccess(cluster, account)
  return { ...cluster, socketFolder: await findSocketFolder(folder, account) }
}

const accessPaths = (folder: string) => ({ access: join(folder, 'access.conf'), names: join(folder, 'names.conf') })

/** Makes an empty folder if it is missing. Throws StartRefusal if this user may not. */
export const makeFolder = (folder: string) => mkdir(folder, { recursive: true }).catch(refuseFolder(folder))

const restrictFolder = async (folder: string, { owner }: Account) => {
  await chmod(folder, 0o700).catch(refuseFolder(folder))
  if (owner) await chown(folder, owner.uid, owner.gid).catch(refuseFolder(folder))
}

const refuseFolder = (folder: string) => (cause: Error) => {
  throw new StartRefusal(
    `The folder ${folder} cannot be used for the database: ${cause.message}. ` +
      `Set ATELIER_DATA to a folder that this user may write to.`,
    { cause },
  )
}

const versionOf = async (files: string) => {
  const found = await readdir(files).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartRefusal(
      `The database in ${files} cannot be read: ${error.message}. Start Atelier as the user who made it.`,
    )
  })
  if (!found || found.length === 0) return undefined
  if (found.includes('PG_VERSION')) return (await readFile(join(files, 'PG_VERSION'), 'utf8')).trim()
  throw new StartRefusal(
    `${files} is not empty and holds no database. Set ATELIER_DATA to another folder, or move what is there away.`,
  )
}

const createFiles = async (files: string, account: Account, programs: Programs) => {
  const fresh = `${files}.${randomUUID()}`
  const options = {
    pgdata: fresh,
    username: superuser,
    auth: 'reject',
    encoding: 'UTF8',
    'sync-method': 'syncfs',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const { file, args } = account.command(programs.initdb, flags)
  try {
    await run(file, args, { env: programEnvironment() })
    await rename(fresh, files)
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true })
    // Another start was faster.
    if (await versionOf(files)) return
    const { stderr = '', message } = cause as Error & { stderr?: string }
    throw new StartRefusal(`The database could not be created in ${files}: ${reasonIn(stderr || message)}`, { cause })
  }
}

/**
 * Removes what killed starts left. Only the owner of the database may call this: others could be creating it. A start
 * that is slower may still be writing there: its files are left to it, and to the next start.
 */
export const removeLeftovers = async ({ folder }: Cluster): Promise<void> => {
  const left = (await readdir(folder)).filter((name) => name.startsWith('files.'))
  const remove = (name: string) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  await Promise.allSettled(left.map(remove))
}

/** Only the system's user of this process may connect, as the kernel vouches for it; no connection over the network. */
const writeAccess = async ({ access, names }: ReturnType<typeof accessPaths>, { connectsAs }: Account) => {
  await replace(access, 'local all all peer map=atelier\n')
  await replace(names, `atelier "${connectsAs.replaceAll('"', '""')}" all\n`)
}

const replace = async (file: string, text: string) => {
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o644 })
  await rename(fresh, file)
}

const findSocketFolder = async (folder: string, account: Account) => {
  const own = join(folder, 'socket')
  const short = Buffer.byteLength(own) <= socketPathMaxBytes - '/.s.PGSQL.5432'.length
  const chosen = short ? own : await mkdtemp(join(tmpdir().length < 40 ? tmpdir() : '/tmp', 'atelier-'))
  await makeFolder(chosen)
  await restrictFolder(chosen, account)
  return chosen
}

/** The environment of database programs: nothing of this process's own settings. */
export const programEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** Returns the first line of a program's output that contains the reason for its end, as the end of a sentence. */
export const reasonIn = (words: string): string => {
  const lines = words.split('\n')
  const line = lines.find((one) => /FATAL|PANIC/.test(one)) ?? lines.find((one) => /error|could not|cannot/i.test(one))
  const reason = line?.replace(/^.*?((FATAL|PANIC): {2}|error: )/, '') ?? 'it ended without saying why'
  return `${reason.replace(/\.$/, '')}.`
}
