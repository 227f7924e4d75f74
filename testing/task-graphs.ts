import { library, mergeUnverified } from './delivery.ts'
import { bundleOf, importProject } from './repository.ts'
import { scene } from './scene.ts'
import type { TestServer } from './server.ts'

export const fileIn = (path: string, content: string) => `\`\`\`file ${path}\n${content}\n\`\`\``
export const runOf = (command: string) => `\`\`\`run\n${command}\n\`\`\``
/** A task as the offline model reads it from a description. */
export const taskOf = (info: string, ...blocks: string[]) => `\`\`\`\`task ${info}\n${blocks.join('\n\n')}\n\`\`\`\`\n`

export const graphWorld = async (server: TestServer, runtime: object = {}) => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  await mergeUnverified(at.owner, projectId, runtime)
  return { at, projectId }
}
