import { listCycleEvents } from '../../domains/delivery/cycles/contract.ts'
import { library, propose, runCycle } from '../delivery.ts'
import { mergingProject } from '../repositories/merging-project.ts'
import type { FakeProvider, Turn } from '../model-provider/index.ts'
import { playScript } from './scripted-cycle.ts'
import { turns } from './scripted-turns.ts'
import type { TestServer } from '../server.ts'

/** A task as a model plans it. */
export const plannedTask = (name: string, ...needs: string[]) => ({
  name,
  title: `Add ${name}`,
  description: `Write ${name}.`,
  needs,
})
export const saidPlan = (...tasks: object[]): Turn => ({ text: JSON.stringify({ tasks }) })
export const writing = (path: string) => [turns.write(path, `${path}\n`), turns.end()]

export const titlesOf = (tasks: { title: string; status: string }[]) =>
  tasks.map(({ title, status }) => `${title}: ${status}`)

/** Projects with a file of rules, and runs whose script is used up. */
export const planning = (server: TestServer, provider: FakeProvider) => {
  const world = (runtime: object = {}) =>
    mergingProject(server, { ...library, 'AGENTS.md': 'Use two spaces.\n' }, runtime)

  const runIn = async ({ at, projectId }: Awaited<ReturnType<typeof world>>, ...script: Turn[]) => {
    const { ended, requests } = await playScript(provider, script, async () =>
      runCycle(at.owner, await propose(at.owner, projectId, 'Keep notes and hours.')),
    )
    const { cycle, tasks } = ended
    const { body: events } = await at.owner.call(listCycleEvents, { id: cycle.id })
    const planned = events.find(({ eventType }: { eventType: string }) => eventType === 'cycle.planned')
    return { cycle, tasks, planned, seen: requests }
  }

  return { world, runIn, run: async (runtime: object, ...script: Turn[]) => runIn(await world(runtime), ...script) }
}
