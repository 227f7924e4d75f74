/** The prefix of the builds of a project among the stored objects. */
export const buildsOfProject = (projectId: string): string => `builds/${projectId}`

interface Attempt {
  readonly id: string
  readonly projectId: string
  readonly attempt: number
}

/** The object of the build of an attempt at a deployment. */
export const buildKey = ({ id, projectId, attempt }: Attempt): string =>
  `${buildsOfProject(projectId)}/${id}/${attempt}.tar.zst`

/** The prefix of all attempts at the deployment that made the object. */
export const attemptsOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))
