import { maskingOf, type Masking } from '../../../execution/masking/index.ts'
import type { RunEnvironment } from '../../code/environments/index.ts'
import type { Check } from './check.ts'
import { type SecretValues, openDeclaredSecrets } from './declared-secrets.ts'
import type { StepWork } from './step-work.ts'

/** The secrets that people declared for the command of a check, each with the environment that asks for it. */
export const declaredSecrets = (
  { secrets = [] }: Pick<Check, 'secrets'>,
  { secrets: ofRun }: Pick<RunEnvironment, 'secrets'>,
) =>
  new Map<string, string | null>([
    ...secrets.map((name) => [name, null] as const),
    ...ofRun.map(({ name, environment }) => [name, environment] as const),
  ])

/** Opens secrets for checks one at a time and masks them in all later output: a command may keep one in a file. */
export const openCheckSecrets = (stepWork: StepWork) => {
  const { work } = stepWork
  const handedOut = new Set<string>()
  return {
    give: async (check: Check): Promise<SecretValues> => {
      const opened = await openDeclaredSecrets(stepWork, declaredSecrets(check, work.environment))
      if ('values' in opened) for (const value of Object.values(opened.values)) handedOut.add(value)
      return opened
    },
    masking: (): Masking => maskingOf([...handedOut]),
    areHandedOut: (): boolean => handedOut.size > 0,
  }
}
