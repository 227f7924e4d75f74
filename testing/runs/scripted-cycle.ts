import { library, mergeProse, propose, runCycle } from '../delivery.ts'
import type { FakeProvider, Turn } from '../model-provider/index.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { turns } from './scripted-turns.ts'
import type { TestServer } from '../server.ts'

/** The steps of an agent that writes a file of notes. */
export const notes = [turns.write('NOTES.md', 'Adds numbers.\n'), turns.end('Wrote the notes.')] as const

/** The steps of an agent that asks people. */
export const asking = (question: string): Turn => ({ toolCalls: [{ name: 'ask_person', input: { question } }] })

/** So many agents' turns that are the same. */
export const repeated = (count: number, turn: Turn): Turn[] => Array.from({ length: count }, () => turn)

/**
 * Plays a script to the run that `work` starts, which has to use all of it; gives how that ended and the requests to
 * the model.
 */
export const playScript = async <Ended>(
  provider: FakeProvider,
  script: readonly Turn[],
  work: () => Promise<Ended>,
) => {
  const before = provider.requests.length
  provider.push(...script)
  const ended = await work()
  const requests = provider.requests.slice(before)
  if (requests.length !== script.length) throw new Error(`${requests.length} of ${script.length} turns were used`)
  return { ended, requests }
}

/** Runs a cycle of a new project over a whole script. */
export const scriptedCycle = async (server: TestServer, provider: FakeProvider, script: readonly Turn[]) => {
  const at = await scene(server)
  await mergeProse(at.owner)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const { ended, requests } = await playScript(provider, script, async () =>
    runCycle(at.owner, await propose(at.owner, projectId, 'Add a file of notes.')),
  )
  return { ...ended, at, projectId, task: ended.tasks[0], requests }
}
