import { useThings } from './use-names.ts'

interface ClientOfProject {
  readonly id: string
  readonly name: string
}

/** The client whom one project belongs to: null without one, undefined until it is read. */
export const useClientOf = (projectId: string) => useClientsOf([projectId])(projectId)

/** The clients whom projects belong to, by the project: null without one, undefined until it is read. */
export const useClientsOf = (projectIds: readonly string[]) => {
  const projects = useThings(projectIds)
  const accountOf = (id: string) => projects.get(id)?.clientAccountId
  const accounts = useThings(projectIds.map(accountOf))
  return (projectId: string): ClientOfProject | null | undefined => {
    const project = projects.get(projectId)
    const id = project?.clientAccountId
    if (id == null) return project === undefined ? undefined : null
    const account = accounts.get(id)
    return account && { id, name: account.title }
  }
}
