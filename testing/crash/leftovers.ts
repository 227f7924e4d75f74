import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Processes that belong to a root folder or to the sandboxes of these servers, each with its command line. */
export const processesOf = async (root: string, servers: readonly number[]): Promise<string[]> => {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [words, groups] = await Promise.all([textOf(`/proc/${pid}/cmdline`), textOf(`/proc/${pid}/cgroup`)])
    const boxed = servers.some((server) => new RegExp(`/atelier-\\d+\\.${server}\\.`).test(groups))
    if (words.includes('\0reaper\0')) continue
    if (words.includes(root) || boxed) found.push(`${pid} ${words.replaceAll('\0', ' ')}`)
  }
  return found
}

/** Those of them that are neither the database nor a server: what runs in sandboxes, and what builds them. */
export const sandboxedOf = async (root: string, servers: readonly number[]): Promise<string[]> =>
  (await processesOf(root, servers)).filter((one) => !one.includes(join(root, 'data', 'postgres')))

/** Files that only work in progress has: worktrees in use, quarantines, sockets, sandbox folders, locks of git. */
export const filesOf = async (root: string): Promise<string[]> => {
  const found: string[] = []
  const places = 'data/{worktrees,quarantine}/{*,.*},tmp/*,data/repositories/{.*,**/*.lock}'
  // Kept for later tasks: scrubbed worktrees, and the visible history of worktrees.
  const kept = /\/worktrees\/(spare|history)\./
  for await (const path of glob(`{${places}}`, { cwd: root })) if (!kept.test(path)) found.push(path)
  return found
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')
