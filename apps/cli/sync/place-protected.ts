import { randomBytes } from 'node:crypto'
import { appendFile, link, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unsynced } from '../failure.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { printable } from '../terminal/text.ts'
import type { ProtectedSides } from './protected-plan.ts'
import { hashAt, type StoredProtectedFile } from './protected-sides.ts'

/** Writes protected files (files with secrets) into a work tree, for their owner only, and excludes them from git. */
export const placeProtected = async (
  found: FoundRepository,
  sides: readonly ProtectedSides[],
  storedFiles: ReadonlyMap<string, StoredProtectedFile>,
): Promise<void> => {
  const workTree = found.workTree!
  const paths = sides.map(({ path }) => path)
  await keepOutOfGit(found, paths)
  for (const { path, here: before } of sides) {
    const { mode, contentBase64 } = storedFiles.get(path)!
    const content = Buffer.from(contentBase64, 'base64')
    await makeFolders(workTree, path)
    await writeFileAt(workTree, path, { before, content, mode: mode === '100755' ? 0o700 : 0o600 })
  }
}

/** Creates the folders above a path. Throws if a link is among them, which could lead out of the work tree. */
const makeFolders = async (workTree: string, path: string) => {
  const parts = dirname(path) === '.' ? [] : dirname(path).split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const folder = join(workTree, ...parts.slice(0, depth))
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!(await lstat(folder)).isDirectory())
      throw unsynced(
        'in_the_way',
        `${printable(folder)} is no folder, and ${printable(path)} lies in it. Move it away.`,
      )
  }
}

interface FileWrite {
  /** The hash of the existing file; undefined without one. */
  readonly before: string | undefined
  readonly content: Buffer
  readonly mode: number
}

/** Writes a whole file or nothing. Throws if a person has changed the file since `before`. */
const writeFileAt = async (workTree: string, path: string, { before, content, mode }: FileWrite) => {
  const file = join(workTree, path)
  const part = join(dirname(file), `.atelier-${randomBytes(6).toString('hex')}.part`)
  const handle = await open(part, 'wx', mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
    if ((await hashAt(workTree, path)) !== before) throw changedMeanwhile(path)
    if (before === undefined) await link(part, file)
    else await rename(part, file)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? changedMeanwhile(path) : error
  } finally {
    await handle.close()
    await rm(part, { force: true })
  }
}

const changedMeanwhile = (path: string) =>
  unsynced('both_changed', `${printable(path)} was changed at this moment. It stays as it is; run this again.`)

/** Adds the paths to `info/exclude`, a list of ignored files that no commit contains. */
export const keepOutOfGit = async ({ commonDir }: FoundRepository, paths: readonly string[]): Promise<void> => {
  const file = join(commonDir, 'info', 'exclude')
  const before = await readFile(file, 'utf8').catch(() => '')
  const presentLines = new Set(before.split('\n'))
  const missing = [...paths.map(toPattern), ...(paths.length > 0 ? [leftovers] : [])].filter(
    (line) => !presentLines.has(line),
  )
  if (missing.length === 0) return
  await mkdir(dirname(file), { recursive: true })
  const start = before === '' || before.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${start}${missing.join('\n')}\n`)
}

// Temporary files that an interrupted write can leave behind.
const leftovers = '.atelier-*.part'

/** Returns the pattern that matches only this path. Source: gitignore(5), “PATTERN FORMAT”. */
const toPattern = (path: string) => `/${path.replaceAll(/[*?[\]\\!# ]/g, String.raw`\$&`)}`
