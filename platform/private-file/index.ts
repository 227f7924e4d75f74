import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefusal } from '../configuration/refusal.ts'

/** Writes JSON to a file that only its owner can read, and returns its path. A crash never leaves half a file. */
export const writePrivateFile = async (file: string, content: object): Promise<string> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`)
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
  return file
}

/**
 * Returns the text of a key file; undefined if it does not exist. Throws StartRefusal if other users of the machine can
 * read it. `purpose` follows the file name in the message: “which signs the audit log”.
 */
export const readKeyFile = async (file: string, purpose: string): Promise<string | undefined> => {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!found) return undefined
  if ((found.mode & 0o077) === 0) return readFile(file, 'utf8')
  throw new StartRefusal(`Others on this machine may read ${file}, ${purpose}. Run: chmod 600 ${file}`)
}

/** Creates a key file with mode 0600 and returns its text. If several starts race, all return the text of the first. */
export const makeKeyFile = async (file: string, text: string): Promise<string> => {
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(fresh, text, { flag: 'wx', mode: 0o600, flush: true })
    // Unlike `rename`, `link` fails if the file exists: the key of the first start stays.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(fresh, { force: true })
  }
  await syncPath(dirname(file))
  return readFile(file, 'utf8')
}

/** Makes a file durable, or the names in a folder: syncing a new file itself does not make its name durable. */
export const syncPath = async (path: string): Promise<void> => {
  await using handle = await open(path, 'r')
  await handle.sync()
}
