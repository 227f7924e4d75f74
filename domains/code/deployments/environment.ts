import { maskableLeast, maskingOf } from '../../../execution/masking/index.ts'
import type { PreviewSurroundings } from '../../../execution/previews/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { environmentById } from '../environments/index.ts'
import { findProject, type ProjectRow } from '../projects/index.ts'
import { resolveSecrets } from '../secrets/index.ts'
import type { DeploymentWork, VersionOf } from './parts.ts'
import { environmentFor, type DeploymentKind } from './rules.ts'

const emptyEnvironment = { variables: {}, secrets: [], label: null }

/** The environment that the project chose, an empty one if it chose none; undefined if it was deleted. */
const chosenEnvironment = async (tx: Transaction, { id: projectId, runtime }: ProjectRow, kind: DeploymentKind) => {
  const id = environmentFor(kind, runtime.previews ?? {})
  return id === undefined ? emptyEnvironment : environmentById(tx, { projectId, id })
}

/** The failure of a deployment whose environment was deleted. */
export const noEnvironment =
  'The environment that the project chose for this deployment is missing or inactive. Choose another one, or none, in its settings.'

/** Plain variables for the build, which never gets a secret; undefined if the environment was deleted. */
export const variablesFor = async (
  tx: Transaction,
  project: ProjectRow,
  kind: DeploymentKind,
): Promise<Readonly<Record<string, string>> | undefined> => (await chosenEnvironment(tx, project, kind))?.variables

/**
 * The input of a deployment's program at its start: the variables of the environment that the project chose, the
 * secrets that this environment names, and the hosts that the project allows; of a change that waits for a decision,
 * only the variables. Throws if the environment was deleted or a secret cannot be read.
 */
export const surroundingsFor = async (
  parts: Pick<DeploymentWork, 'database' | 'vault' | 'fetcher'>,
  workspaceId: string,
  { projectId, kind, undecided }: Pick<VersionOf, 'projectId' | 'kind' | 'undecided'>,
): Promise<PreviewSurroundings> => {
  const { environment, allowHosts } = await parts.database.reading(workspaceId, async (tx) => {
    const project = await findProject(tx, projectId)
    return {
      environment: project && (await chosenEnvironment(tx, project, kind)),
      allowHosts: (undecided ? undefined : project?.runtime.previews?.allowHosts) ?? [],
    }
  })
  if (!environment) throw new Error(noEnvironment)
  const { label } = environment
  const names = undecided ? [] : environment.secrets
  const secrets = await resolveSecrets(parts, { workspaceId, projectId, names, environment: label })
  if (secrets.missing.length > 0) throw new Error(`These secrets are not stored: ${secrets.missing.join(', ')}`)
  const values = [...secrets.values.values()]
  if (values.some((value) => Buffer.byteLength(value) < maskableLeast))
    throw new Error(`A secret with fewer than ${maskableLeast} bytes cannot be masked in logs`)
  return {
    environment: { ...environment.variables, ...Object.fromEntries(secrets.values) },
    allowHosts,
    mask: maskingOf(values).stream,
  }
}
