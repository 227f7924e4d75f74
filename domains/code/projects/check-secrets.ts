import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
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
