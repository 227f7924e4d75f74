import { maskableLeast, maskingOf } from '../../../execution/masking/index.ts'
import type { PreviewSurroundings } from '../../../execution/previews/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { environmentById } from '../environments/index.ts'
import { findProject, type ProjectRow } from '../projects/index.ts'
import { resolveSecrets } from '../secrets/index.ts'
import type { DeploymentWork, VersionOf } from './parts.ts'
import { environmentFor, type DeploymentKind } from './rules.ts'

const chosenId = ({ runtime }: ProjectRow, kind: DeploymentKind) => environmentFor(kind, runtime.previews ?? {})

const chosen = (tx: Transaction, project: ProjectRow, kind: DeploymentKind) => {
  const id = chosenId(project, kind)
  return id === undefined ? undefined : environmentById(tx, { projectId: project.id, id })
}

/**
 * Plain variables for the build, which never gets a secret; undefined if the project chose an environment that it does
 * not have.
 */
export const variablesFor = async (
  tx: Transaction,
  project: ProjectRow,
  kind: DeploymentKind,
): Promise<Readonly<Record<string, string>> | undefined> =>
  chosenId(project, kind) === undefined ? {} : (await chosen(tx, project, kind))?.variables

type SecretParts = Pick<DeploymentWork, 'database' | 'vault' | 'fetcher'>

/**
 * The input of a deployment's program at its start: the variables of the environment that the project chose, the
 * secrets that this environment names, and the hosts that the project allows. Throws if a secret cannot be given.
 */
export const surroundingsFor = async (
  parts: SecretParts,
  workspaceId: string,
  { projectId, kind }: Pick<VersionOf, 'projectId' | 'kind'>,
): Promise<PreviewSurroundings> => {
  const { environment, allowHosts } = await parts.database.reading(workspaceId, async (tx) => {
    const project = await findProject(tx, projectId)
    return {
      environment: project && (await chosen(tx, project, kind)),
      allowHosts: project?.runtime.previews?.allowHosts ?? [],
    }
  })
  if (!environment) return { environment: {}, allowHosts }
  const names = environment.secrets
  const secrets = await resolveSecrets(parts, { workspaceId, projectId, names, environment: environment.label })
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
