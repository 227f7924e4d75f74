import type { Static } from '../../../platform/contract/schema.ts'
import type { EnvironmentConfig } from './contract.ts'
import type { Variables } from './tables.ts'

export const environmentsMost = 20

/** A config as it is kept: names in the order of the alphabet, so that equal ones are equal. */
export const keptConfig = ({ variables = {}, secrets = [] }: Static<typeof EnvironmentConfig>): Variables => ({
  variables: Object.fromEntries(Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))),
  secrets: [...secrets].sort(),
})

/** What a run gets of several, the oldest first: of one name the last counts, be it a variable or a secret. */
export const merged = (configs: readonly Variables[]): Variables => {
  const names = new Map<string, string | undefined>()
  for (const { variables, secrets } of configs) {
    for (const [name, value] of Object.entries(variables)) names.set(name, value)
    for (const name of secrets) names.set(name, undefined)
  }
  const plain = [...names].filter((pair): pair is [string, string] => pair[1] !== undefined)
  const secret = [...names].filter(([, value]) => value === undefined).map(([name]) => name)
  return keptConfig({ variables: Object.fromEntries(plain), secrets: secret })
}
