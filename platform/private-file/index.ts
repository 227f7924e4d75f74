import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes JSON whole or not at all, closed to others, and gives the file. */
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
