import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import type { Caller } from '../caller.ts'
import { startReaper, temporaryFolder } from '../cluster.ts'
import { library } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { startProcess } from './server-process.ts'

export interface StartFolder {
  readonly projectId: string
  /** Gives a case its own copy, in a root of its own. */
  copyTo(root: string): void
}

/** The data folder of a server that has one project and was stopped in good order; for the suite that calls this. */
export const startFolder = (settings: Readonly<Record<string, string>>): StartFolder => {
  let root: string
  let projectId: string
  let reap: () => Promise<void>
  beforeAll(async () => {
    root = await temporaryFolder()
    reap = startReaper(join(root, 'data'))
    const server = await startProcess(root, settings)
    projectId = (await importLibrary(server.owner)).projectId
    await server.stop()
  })
  afterAll(async () => {
    await reap()
    await rm(root, { recursive: true, force: true })
  })
  return {
    get projectId() {
      return projectId
    },
    // Owners too: the database's files may belong to a user of their own.
    copyTo: (to) => void execFileSync('cp', ['-a', `${root}/data/.`, join(to, 'data')]),
  }
}

export const importLibrary = async (owner: Caller): Promise<{ readonly projectId: string }> =>
  importProject(owner, await bundleOf(library))

/** Says how the project is checked from now on. */
export const checkBy = async (owner: Caller, projectId: string, command: string): Promise<void> => {
  const body = { runtime: { checks: [{ name: 'test', command }] } }
  const { status } = await owner.call(updateProject, { id: projectId, body })
  if (status !== 200) throw new Error(`updateProject: ${status}`)
}
