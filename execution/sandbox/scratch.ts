import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerIsGone, ownerMark } from './owner.ts'

/** A sandbox's own folder on the host, mode 0700. `tmp` and `home` are seen inside as /tmp and the home. */
export interface Scratch {
  path: string
  tmp: string
  home: string
  root: string
}

const prefix = 'atelier-sandbox-'

export const makeScratch = async (within: string): Promise<Scratch> => {
  const path = await mkdtemp(join(within, `${prefix}${ownerMark()}-`))
  const scratch = { path, tmp: join(path, 'tmp'), home: join(path, 'home'), root: join(path, 'root') }
  await Promise.all([mkdir(scratch.tmp), mkdir(scratch.home), mkdir(scratch.root)])
  await chmod(scratch.tmp, 0o1777)
  return scratch
}

/**
 * Removes a folder that a sandbox could write to. By `rm`, since Node gives up where a path is longer than 4,096 bytes;
 * a folder that its owner may not enter is opened first. Throws a sentence when something is still there.
 */
export const removeScratch = async (path: string): Promise<void> => {
  if ((await statusOf('rm', ['-rf', '--', path])) === 0) return
  await statusOf('chmod', ['-R', 'u+rwX', '--', path])
  if ((await statusOf('rm', ['-rf', '--', path])) === 0) return
  throw new Error(`The sandbox's folder ${path} could not be removed. Remove it by hand, or free the disk it lies on.`)
}

/** Removes the folders of servers that are gone. */
export const sweepScratch = async (within: string): Promise<void> => {
  for (const name of await readdir(within).catch(() => [])) {
    const mark = /^atelier-sandbox-([\d.]+)-/.exec(name)?.[1]
    if (mark && ownerIsGone(mark)) await removeScratch(join(within, name)).catch(() => {})
  }
}

const statusOf = async (program: string, args: readonly string[]) => {
  const child = spawn(program, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status
}
