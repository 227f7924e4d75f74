import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gitFault } from '../../../execution/repositories/require-git.ts'
import { git } from '../../../execution/repositories/index.ts'
import { chooseDriver, findBrowser } from '../../../execution/sandbox/index.ts'
import type { Configuration } from '../../../platform/configuration/index.ts'
import { sizeText } from '../terminal/text.ts'
import { fine, problem, warning, type Check } from './check.ts'

const freeBytesMin = 2 * 2 ** 30

export const checkGit = async (): Promise<Check> => {
  const printed = (await git(['version']).catch(() => undefined))?.stdout.toString()
  const fault = gitFault(printed)
  return fault === undefined ? fine('git', printed!.trim()) : problem('git', fault)
}

/** Runs a command in a sandbox, as the start of a server does. */
export const checkSandbox = async ({ sandbox }: Configuration): Promise<Check> => {
  try {
    const { name } = await chooseDriver(sandbox.driver, sandbox)
    if (name === 'process')
      return warning(
        'sandbox',
        'The driver process isolates nothing: agents can read everything that the server can.',
        'Remove ATELIER_SANDBOX_DRIVER.',
      )
    const where = name === 'container' ? ` by the engine at ${sandbox.engine}` : ''
    return fine('sandbox', `The driver ${name} ran a command${where}.`)
  } catch (error) {
    return problem('sandbox', (error as Error).message)
  }
}

export const checkBrowser = async (find = findBrowser): Promise<Check> => {
  const path = await find()
  return path === undefined
    ? warning('browser', 'There is no browser for tests that need one.', 'Run: apt-get install chromium')
    : fine('browser', path)
}

/** The free disk space of a folder, or of its first existing parent. */
export const checkDisk = async (folder: string, statsOf = statfs): Promise<Check> => {
  const stats = await statsOf(folder).catch((error: NodeJS.ErrnoException) => error)
  if (stats instanceof Error) {
    const above = dirname(folder)
    if (stats.code === 'ENOENT' && above !== folder) return checkDisk(above, statsOf)
    return problem('disk', `${folder} cannot be read: ${stats.message}`, 'Set ATELIER_DATA to another folder.')
  }
  const freeBytes = stats.bavail * stats.bsize
  const finding = `${sizeText(freeBytes)} are free for ${folder}.`
  return freeBytes < freeBytesMin
    ? warning('disk', finding, 'Free some space, or set ATELIER_DATA to a folder on another disk.')
    : fine('disk', finding)
}
