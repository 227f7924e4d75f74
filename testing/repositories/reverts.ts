import { expect } from 'vitest'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { goBack } from '../../domains/delivery/planning/contract.ts'
import type { Caller } from '../caller.ts'
import { propose } from '../delivery.ts'
import { runApproved } from '../runs/requests.ts'
import { mergingProject } from './merging-project.ts'
import { type bundleOf, git } from '../repository.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** A project whose changes are delivered unproved, and what git says of it. */
export const revertible = async (server: TestServer, files: Parameters<typeof bundleOf>[0]) => {
  const { at, projectId } = await mergingProject(server, files)
  const [row] = await asOwner(server, 'select id from repository where project_id = $1', [projectId])
  const inRepository = (...argv: string[]) => git(server.gitDirOf(row!.id), ...argv).trim()
  const deliver = async (description: string) => {
    const { cycle } = await runApproved(at.owner, await propose(at.owner, projectId, description))
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    return cycle
  }
  return { at, projectId, inRepository, deliver }
}

export const revert = async (caller: Caller, id: string): Promise<string> => {
  const { projectId } = (await caller.call(getCycle, { id })).body.cycle
  const { status, body } = await caller.call(goBack, { id: projectId, body: { cycleId: id } })
  expect(status).toBe(202)
  return body.cycle.id as string
}
