import { useThings } from './use-names.ts'

interface ClientOfProject {
  readonly id: string
  readonly name: string
}

/** The client whom one project belongs to: null without one, undefined until it is read. */
export const useClientOf = (projectId: string): ClientOfProject | null | undefined => {
  const project = useThings([projectId]).get(projectId)
  const client = useClientsOf([projectId])(projectId)
  return project && project.clientAccountId == null ? null : client
}

/** The clients whom projects belong to, by the project; undefined for one without a client, and until it is read. */
export const useClientsOf = (projectIds: readonly string[]) => {
  const projects = useThings(projectIds)
  const accountOf = (id: string) => projects.get(id)?.clientAccountId
  const accounts = useThings(projectIds.map(accountOf))
  return (projectId: string): ClientOfProject | undefined => {
    const id = accountOf(projectId)
    const account = accounts.get(id ?? '')
    return id && account ? { id, name: account.title } : undefined
  }
}
