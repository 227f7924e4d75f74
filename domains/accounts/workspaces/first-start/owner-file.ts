import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'

/** What the first owner needs to begin. */
export interface OwnerFile {
  readonly baseUrl: string
  readonly workspaceId: string
  readonly email: string
  readonly password: string
  readonly apiKey: string
}

/** Writes the file whole or not at all, for its owner's eyes only. */
export const writeOwnerFile = async (path: string, content: OwnerFile): Promise<void> => {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
}

/** Keeps the address of an existing file true when the server listens elsewhere than the last time. */
export const updateOwnerFile = async (path: string, baseUrl: string): Promise<void> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const content = JSON.parse(text) as OwnerFile
  if (content.baseUrl !== baseUrl) await writeOwnerFile(path, { ...content, baseUrl })
}
