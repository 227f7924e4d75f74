import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefusal } from '../configuration/refusal.ts'

/** Writes JSON whole or not at all, closed to others, and returns the file. */
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
 * The text of the key in `file`, undefined if it is missing. Throws StartRefusal if others may read it; `purpose`
 * follows the name of the file in that sentence: “which signs the audit log”.
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

/**
 * Makes the file of a key with mode 0600; of starts that race, the key of the first is the key. Returns the file's
 * text.
 */
export const makeKeyFile = async (file: string, text: string): Promise<string> => {
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
    // A link never replaces: of two starts, the first one's key is the key.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(fresh, { force: true })
  }
  await syncFolder(dirname(file))
  return readFile(file, 'utf8')
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
