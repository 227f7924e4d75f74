import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { ToolRefusal } from './refusal.ts'

/** A path within the worktree: its place, and its name in answers. */
export interface WorktreePath {
  readonly absolute: string
  readonly shown: string
}

/**
 * Where a path that the model wrote leads, links followed; `root` is a real path. Refuses paths outside of the worktree
 * and `.git`, so that the model gets a sentence: the wall itself is the sandbox.
 */
export const resolvePath = async (root: string, path: string): Promise<WorktreePath> => {
  if (path.includes('\0')) throw new ToolRefusal('The path holds a NUL byte.')
  const absolute = resolve(root, path === '' ? '.' : path)
  const real = isWithin(root, absolute) ? await realPathOf(absolute, path) : absolute
  if (!isWithin(root, real))
    throw new ToolRefusal(`${path} is outside of the worktree. Use a path relative to its root.`)
  const shown = relative(root, absolute) || '.'
  if ([shown, relative(root, real)].some((one) => one.split(sep)[0] === '.git')) {
    throw new ToolRefusal('.git belongs to the server, which makes the commits. Leave it alone.')
  }
  return { absolute: real, shown }
}

/** Whether an absolute path is the root or below it, as its text has it. */
export const isWithin = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)

/** The real path; its last parts need not exist yet. */
const realPathOf = async (absolute: string, path: string): Promise<string> => {
  try {
    return await realpath(absolute)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (await isThere(absolute)) throw new ToolRefusal(`${path} leads through a link to something that does not exist.`)
    return join(await realPathOf(dirname(absolute), path), absolute.slice(dirname(absolute).length).replace(/^\//, ''))
  }
}

const isThere = async (path: string) => (await lstat(path).catch(() => undefined)) !== undefined
