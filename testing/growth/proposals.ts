import { expect } from 'vitest'
import { listGrowthPlays } from '../../domains/growth/plays/contract.ts'
import { listGrowthProposalRuns } from '../../domains/growth/proposals/contract.ts'
import { asOwner } from '../database-state.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** Lets the research run of a growth project, which is a row, lead to proposals; `notes` are those of the project. */
export const letPropose = async (
  server: Pick<TestServer, 'databaseUrl'>,
  projectId: string,
  notes: string | null = null,
): Promise<void> => {
  await asOwner(server, 'update growth_project set notes = $2 where id = $1', [projectId, notes])
  await asOwner(server, 'update growth_run set proposals_due = true where growth_project_id = $1', [projectId])
}

export const proposalRuns = async ({ member }: Scene, projectId: string) =>
  (await member.call(listGrowthProposalRuns, { projectId })).body as {
    readonly id: string
    readonly growthRunId: string
    readonly status: string
    readonly costUsd: number
    readonly endedAt: string | null
  }[]

export const playsOf = async ({ member }: Scene, projectId: string) =>
  (await member.call(listGrowthPlays, { projectId })).body as {
    readonly id: string
    readonly name: string
    readonly status: string
  }[]

/** The newest of so many runs that propose plays, once it has ended. */
export const proposed = async (at: Scene, projectId: string, runs = 1) => {
  const newest = async () => {
    const all = await proposalRuns(at, projectId)
    return all.length === runs ? all[0]!.endedAt : null
  }
  await expect.poll(newest, { timeout: 60_000, interval: 200 }).not.toBeNull()
  return (await proposalRuns(at, projectId))[0]!
}
