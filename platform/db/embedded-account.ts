import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartRefusal } from '../configuration/refusal.ts'

const run = promisify(execFile)

/** The user that runs PostgreSQL, which refuses root: this user, or, for root, the other user that programs run as. */
export interface Account {
  /** The user of this process, as PostgreSQL sees who connects. */
  readonly connectsAs: string
  /** Set only for root: the owner of the database's files. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** The command line that runs `program` as that owner. */
  command(program: string, args: readonly string[]): { readonly file: string; readonly args: readonly string[] }
}

/**
 * The account for a database in `folder`, whose programs lie in `programs`. Root uses the owner of an existing
 * `folder`, or user `postgres`, which it creates if missing. Throws StartRefusal when there is no such user.
 */
export const accountFor = async (folder: string, programs: string): Promise<Account> => {
  const connectsAs = nameOfThisUser()
  if (process.getuid?.() !== 0) return { connectsAs, command: (file, args) => ({ file, args }) }
  if (process.platform !== 'linux') throw notAsRoot()
  const owner = (await ownerOf(folder)) ?? (await findUser()) ?? (await createUser())
  const reach = await reachFlags([dirname(folder), programs], owner)
  const flags = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...reach]
  return { connectsAs, owner, command: (program, args) => ({ file: 'setpriv', args: [...flags, program, ...args] }) }
}

const notAsRoot = () =>
  new StartRefusal(
    'The embedded database does not run as root here. Run Atelier as an ordinary user, or set DATABASE_URL.',
  )

const nameOfThisUser = () => {
  try {
    return userInfo().username
  } catch (cause) {
    throw new StartRefusal(
      `This process runs as user number ${process.getuid?.()}, which has no name on this machine, and the embedded ` +
        `database needs one. Run as a user with a name, or set DATABASE_URL.`,
      { cause },
    )
  }
}

const ownerOf = async (folder: string) => {
  const found = await stat(folder).catch(() => undefined)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

const findUser = async () => {
  const line = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .find((row) => row.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

const createUser = async () => {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  const made = await run('useradd', [...options, 'postgres']).catch((error: Error) => error)
  const user = await findUser()
  if (user) return user
  throw new StartRefusal(
    'The embedded database does not run as root, and the user postgres could not be created for it. ' +
      'Create that user, run Atelier as an ordinary user, or set DATABASE_URL.',
    { cause: made },
  )
}

/** Below a closed folder, such as root's home, the owner may only traverse; only root connects to this database. */
const reachFlags = async (folders: readonly string[], owner: { uid: number; gid: number }) => {
  const open = await Promise.all(folders.map((folder) => canReach(folder, owner)))
  if (open.every(Boolean)) return []
  const { right, keepsInAccess } = await capabilities()
  const isProgramClosed = !open.at(-1)
  if (right && (keepsInAccess || !isProgramClosed)) {
    const bits = keepsInAccess ? ['--securebits=+no_setuid_fixup'] : []
    return [`--inh-caps=+${right}`, `--ambient-caps=+${right}`, ...bits]
  }
  const closed = folders[open.indexOf(false)]!
  throw new StartRefusal(
    `The embedded database runs as user postgres, who cannot reach ${closed}. Move Atelier or ATELIER_DATA to a folder ` +
      `that others may enter, run it as an ordinary user, or set DATABASE_URL.`,
  )
}

const canReach = async (folder: string, { uid, gid }: { uid: number; gid: number }): Promise<boolean> => {
  const { mode, uid: owner, gid: group } = await stat(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return folder === dirname(folder) || canReach(dirname(folder), { uid, gid })
}

/**
 * Bits of Linux's capability sets: 2 is reading and searching past permissions, 1 is overriding them altogether. With 8
 * (setpcap), access(2) counts the right too: initdb asks it whether the program `postgres` is beside itself.
 */
const capabilities = async () => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
  const right = held & 4n ? 'dac_read_search' : held & 2n ? 'dac_override' : undefined
  return { right, keepsInAccess: (held & 256n) !== 0n }
}
