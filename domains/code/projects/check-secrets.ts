import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { NamedByProject } from '../../domain.ts'
import type { Runtime } from './contract.ts'

/**
 * The faults of new checks' names, and of names of secrets for checks: a command finds them as environment variables.
 */
export const faultsOfChecks = (
  { checks = [] }: Static<typeof Runtime> = {},
  stored: { readonly checks?: readonly { readonly name: string }[] | undefined } = {},
): InvalidField[] => {
  const names = (stored.checks ?? []).map((check) => check.name)
  return checks.flatMap(({ name, secrets = [] }, check) => [
    ...faultsOfName(`runtime.checks.${check}.name`, name, names),
    ...secrets.flatMap((secret, at) => {
      const fault = faultOfVariable(secret)
      return fault ? [{ path: `runtime.checks.${check}.secrets.${at}`, ...fault }] : []
    }),
  ])
}

/** The ids that settings name newly: one that is stored is not judged again. */
export const newlyNamed = ({ agentId, previews }: NamedByProject = {}, stored: NamedByProject = {}): NamedByProject => {
  const unlessStored = (id: string | undefined, before: string | undefined) => (id === before ? undefined : id)
  return {
    agentId: unlessStored(agentId, stored.agentId),
    previews: {
      environmentId: unlessStored(previews?.environmentId, stored.previews?.environmentId),
      productionEnvironmentId: unlessStored(
        previews?.productionEnvironmentId,
        stored.previews?.productionEnvironmentId,
      ),
    },
  }
}
