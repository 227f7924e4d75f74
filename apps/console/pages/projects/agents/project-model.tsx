import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { listAgents } from '../../../../../domains/agents/agents/contract.ts'
import {
  getResolvedProjectHarness,
  listAiModels,
  listModelPreferences,
} from '../../../../../domains/agents/models/contract.ts'
import { ended, prefetch, useEnded, useLateReply } from '../../../api/use-operation.ts'
import { firstPageEnded, prefetchPages, useLateRows } from '../../../api/use-pages.ts'
import { useRole } from '../../../api/use-role.ts'
import { ModelNote, useWorkingModel } from '../../../parts/models/model-note.tsx'
import { executorOf } from './executor.ts'

/** Begins to read the data of `ProjectModel`. */
export const prefetchProjectModel = (projectId: string): void => {
  prefetchPages(listAgents, { query: { projectId } })
  prefetch(getResolvedProjectHarness, { params: { projectId } })
  prefetch(listModelPreferences)
}

/** Waits for the data of `ProjectModel`, for a page that begins with it. */
export const useProjectModelRead = (projectId: string): void => {
  const { workspace } = useRole()
  useEnded(['project model', projectId], () => [
    firstPageEnded(listAgents, { query: { projectId } }),
    ended(getResolvedProjectHarness, { params: { projectId } }),
    ended(listModelPreferences),
    ended(listAiModels, { params: { workspaceId: workspace.id } }),
  ])
}

/** The model that the executor of a project prefers, null without a preference; undefined until it is read. */
const useModelOfAgent = (projectId: string): string | null | undefined => {
  const agents = useLateRows(listAgents, 1_000, { query: { projectId } }).data
  const project = useLateReply(getProject, { params: { id: projectId } }).data?.project
  const harness = useLateReply(getResolvedProjectHarness, { params: { projectId } }).data?.harness
  if (!agents || !project || harness === undefined) return undefined
  const pinned = (project.runtime as { agentId?: string } | undefined)?.agentId
  return executorOf(agents, { pinned, harness })?.agent.modelOverride ?? null
}

/** True if a model would carry out the tasks of a project, and until that is known. */
export const useHasModel = (projectId: string): boolean =>
  (useWorkingModel({ ofAgent: useModelOfAgent(projectId) })?.working.kind ?? 'model') === 'model'

/** Names the model that would carry out the tasks of a project. */
export const ProjectModel = ({ projectId, ...note }: { readonly projectId: string; readonly isMain?: boolean }) => (
  <ModelNote ofAgent={useModelOfAgent(projectId)} {...note} />
)
