import { v7 as uuidv7 } from 'uuid'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { sendCycleMessage } from '../../domains/delivery/conversation/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { library, mergeProse, propose } from '../delivery.ts'
import type { FakeProvider, Turn } from '../model-provider/index.ts'
import { bundleOf, importProject } from '../repository.ts'
import { runUntilAsked } from './requests.ts'
import { type Scene, scene } from '../scene.ts'
import { playScript } from './scripted-cycle.ts'
import { turns } from './scripted-turns.ts'
import type { TestServer } from '../server.ts'

interface World {
  readonly at: Scene
  readonly projectId: string
}

/** The steps of an agent that writes these notes. */
export const write = (content: string) => [turns.write('NOTES.md', content), turns.end()]

/** Projects whose changes a model reads, and runs of their cycles over a script. */
export const readChanges = (server: TestServer, provider: FakeProvider) => {
  const world = async (settings: object = {}, files: Readonly<Record<string, string>> = library) => {
    const at = await scene(server)
    await mergeProse(at.owner)
    const { projectId } = await importProject(at.owner, await bundleOf(files))
    await at.owner.call(updateProject, { id: projectId, body: settings })
    return { at, projectId }
  }

  /** Runs a cycle over a whole script, until it ends or waits for a person. */
  const run = async ({ at, projectId, says }: World & { readonly says?: string }, ...script: Turn[]) => {
    const id = await propose(at.owner, projectId, 'Keep notes.')
    if (says) provider.push({ text: 'Noted.' })
    if (says) await at.owner.call(sendCycleMessage, { id, body: { messageId: uuidv7(), content: says } })
    const { ended, requests } = await playScript(provider, script, () => runUntilAsked(at.owner, id))
    const { cycle, tasks, request } = ended
    const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
    return { cycle, task: tasks[0], request, verdict: body.verdict, seen: requests }
  }

  return { world, run }
}
