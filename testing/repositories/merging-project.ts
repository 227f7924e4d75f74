import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A workspace of its own with a project of these files, which merges changes that nothing proves. */
export const mergingProject = async (
  server: TestServer,
  files: Parameters<typeof bundleOf>[0],
  runtime: object = {},
) => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId, runtime)
  return { at, projectId, revisionId }
}
