import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The build of this checkout. */
export const dist = join(root, 'dist')

/** Whether `dist` was built after the last change of these folders of the checkout. */
export const isBuiltFrom = (folders: readonly string[]): boolean => {
  const built = join(dist, 'commit')
  return existsSync(built) && folders.every((folder) => newestMs(join(root, folder)) < statSync(built).mtimeMs)
}

const newestMs = (folder: string) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs),
  )
