import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { Runtime } from './contract.ts'

/** What is wrong with the names of secrets that checks are to get: a command finds them as environment variables. */
export const faultsOfChecks = ({ checks = [] }: Static<typeof Runtime> = {}): InvalidField[] =>
  checks.flatMap(({ secrets = [] }, check) =>
    secrets.flatMap((name, at) => {
      const fault = faultOfVariable(name)
      return fault ? [{ path: `runtime.checks.${check}.secrets.${at}`, ...fault }] : []
    }),
  )
