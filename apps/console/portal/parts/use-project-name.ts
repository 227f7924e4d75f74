import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { usePortalRows } from '../current-portal.ts'
import type { DeliverableSummary } from '../deliverable-lists.ts'

/** The name of the project of a deliverable or a question; undefined if the client has only one project. */
export const useProjectName = () => {
  const projects = usePortalRows(listProjects, 5_000).rows
  return ({ projectId }: Pick<DeliverableSummary, 'projectId'>) =>
    projects.length < 2 ? undefined : projects.find(({ id }) => id === projectId)?.name
}
