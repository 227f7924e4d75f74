import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { useAllPortalRows } from '../current-portal.ts'
import type { DeliverableSummary } from '../deliverable-lists.ts'

/** The name of the project of a deliverable; undefined if the client has only one project. */
export const useProjectName = () => {
  const projects = useAllPortalRows(listProjects)
  return ({ projectId }: DeliverableSummary) =>
    projects.length < 2 ? undefined : projects.find(({ id }) => id === projectId)?.name
}
