import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { updateProject } from '../../domains/projects/contract.ts'
import type { Caller } from '../caller.ts'
import { library } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { startProcess } from './server-process.ts'

export interface StartFolder {
  readonly projectId: string
  /** Gives a case its own copy, in a root of its own. */
  copyTo(root: string): void
}

/** The data folder of a server that has one project and was stopped in good order. */
export const makeStartFolder = async (
  root: string,
  settings: Readonly<Record<string, string>>,
): Promise<StartFolder> => {
  const server = await startProcess(root, settings)
  const { projectId } = await importLibrary(server.owner)
  await server.stop()
  // Owners too: the database's files may belong to a user of their own.
  return { projectId, copyTo: (to) => void execFileSync('cp', ['-a', `${root}/data/.`, join(to, 'data')]) }
}

export const importLibrary = async (owner: Caller): Promise<{ readonly projectId: string }> =>
  importProject(owner, await bundleOf(library))

/** Says how the project is checked from now on. */
export const checkBy = async (owner: Caller, projectId: string, command: string): Promise<void> => {
  const { status } = await owner.call(updateProject, {
    id: projectId,
    body: { runtime: { checks: [{ name: 'test', command }] } },
  })
  if (status !== 200) throw new Error(`updateProject: ${status}`)
}
