import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, inject } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import type { Caller } from '../caller.ts'
import { startReaper, temporaryFolder } from '../cluster.ts'
import { library, mergeProse } from '../delivery.ts'
import type {} from '../runner/global-setup.ts'
import { bundleOf, importProject } from '../repository.ts'
import { startProcess } from './server-process.ts'

export interface StartFolder {
  readonly projectId: string
  /** Gives a case its own copy, in a root of its own. */
  copyTo(root: string): void
}

type Settings = Readonly<Record<string, string>>

/**
 * The data folder of a server that has one project and was stopped in good order; for the suite that calls this. The
 * first suite with such settings makes it, and those after it find it in the folder of the whole run.
 */
export const startFolder = (settings: Settings): StartFolder => {
  const digest = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16)
  const made = join(inject('testFolder'), `start-${digest}`)
  let projectId: string
  beforeAll(async () => {
    if (!existsSync(made)) await make(settings, made)
    projectId = await readFile(join(made, 'project'), 'utf8')
  })
  return {
    get projectId() {
      return projectId
    },
    copyTo: (to) => copyFiles(join(made, 'data'), join(to, 'data')),
  }
}

const make = async (settings: Settings, made: string) => {
  const root = await temporaryFolder(inject('diskFolder'))
  const reap = startReaper(join(root, 'data'))
  try {
    const server = await startProcess(root, settings)
    const { projectId } = await importLibrary(server.owner)
    await server.stop()
    const fresh = await mkdtemp(`${made}.`)
    await chmod(fresh, 0o711)
    await mkdir(join(fresh, 'data'))
    copyFiles(join(root, 'data'), join(fresh, 'data'))
    await writeFile(join(fresh, 'project'), projectId)
    // Two suites may make it at the same time: one finds it taken.
    await rename(fresh, made).catch(() => rm(fresh, { recursive: true }))
  } finally {
    await reap()
    await rm(root, { recursive: true, force: true })
  }
}

// Owners too: the database's files may belong to a user of their own.
const copyFiles = (from: string, to: string) => void execFileSync('cp', ['-a', `${from}/.`, to])

export const importLibrary = async (owner: Caller): Promise<{ readonly projectId: string }> => {
  await mergeProse(owner)
  return importProject(owner, await bundleOf(library))
}

/** Says how the project is checked from now on. */
export const checkBy = async (owner: Caller, projectId: string, command: string): Promise<void> => {
  const body = { runtime: { checks: [{ name: 'test', command }] } }
  const { status } = await owner.call(updateProject, { id: projectId, body })
  if (status !== 200) throw new Error(`updateProject: ${status}`)
}
