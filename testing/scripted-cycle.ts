import { library, propose, runCycle } from './delivery.ts'
import type { startModelProvider, Turn } from './model-provider/index.ts'
import { bundleOf, importProject } from './repository.ts'
import { scene } from './scene.ts'
import { turns } from './scripted.ts'
import type { TestServer } from './server.ts'

/** What an agent does that writes a file of notes. */
export const notes = [turns.write('NOTES.md', 'Adds numbers.\n'), turns.end('Wrote the notes.')] as const

/** So many agents' turns that are the same. */
export const repeated = (count: number, turn: Turn): Turn[] => Array.from({ length: count }, () => turn)

/** Runs a cycle of a new project over a script, all of which it uses. */
export const scriptedCycle = async (
  server: TestServer,
  provider: Awaited<ReturnType<typeof startModelProvider>>,
  script: readonly Turn[],
) => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const before = provider.requests.length
  provider.push(...script)
  const ended = await runCycle(at.owner, await propose(at.owner, projectId, 'Add a file of notes.'))
  const requests = provider.requests.slice(before)
  if (requests.length !== script.length) throw new Error(`${requests.length} of ${script.length} turns were used`)
  return { ...ended, at, projectId, task: ended.tasks[0], requests }
}
