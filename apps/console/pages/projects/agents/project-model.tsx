import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import { getResolvedProjectHarness } from '../../../../../domains/agents/models/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useAllRowsLater } from '../../../api/use-pages.ts'
import { ModelNote } from '../../../parts/models/model-note.tsx'
import { executorOf } from './executor.ts'

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
