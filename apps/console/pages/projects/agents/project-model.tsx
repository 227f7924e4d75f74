import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import { getResolvedProjectHarness, listModelPreferences } from '../../../../../domains/agents/models/contract.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { prefetchPages, useAllRowsLater } from '../../../api/use-pages.ts'
import { ModelNote } from '../../../parts/models/model-note.tsx'
import { executorOf } from './executor.ts'

/** Reads what the note needs, so that it moves nothing when a page begins with it. */
export const prefetchProjectModel = (projectId: string): void => {
  prefetchPages(listAgents, { query: { projectId } })
  prefetch(getResolvedProjectHarness, { params: { projectId } })
  prefetch(listModelPreferences)
}

/** Which model would carry out the tasks of a project. */
export const ProjectModel = ({ projectId }: { readonly projectId: string }) => {
  const agents = useAllRowsLater(listAgents, { query: { projectId } })
  const project = useLateReply(getProject, { params: { id: projectId } }).data?.project
  const harness = useLateReply(getResolvedProjectHarness, { params: { projectId } }).data?.harness
  if (!agents || !project || harness === undefined) return <ModelNote />
  const pinned = (project.runtime as { agentId?: string } | undefined)?.agentId
  const agent = executorOf(agents, { pinned, harness })?.agent
  return <ModelNote ofAgent={agent?.modelOverride} />
}
