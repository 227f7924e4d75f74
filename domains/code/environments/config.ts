import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { EnvironmentConfig } from './contract.ts'

const bytesMost = 32_768

/** What is wrong with a config beyond its form: by field. */
export const faultsOf = ({ variables = {}, secrets = [] }: Static<typeof EnvironmentConfig>): InvalidField[] => {
  const plain = Object.entries(variables)
  const sizeBytes = plain.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
  return [
    ...plain.flatMap(([name]) => faultsOfName(name, `config.variables.${name}`)),
    ...secrets.flatMap((name, at) => [
      ...faultsOfName(name, `config.secrets.${at}`),
      ...(Object.hasOwn(variables, name)
        ? [{ path: `config.secrets.${at}`, message: 'is a variable of this environment as well', rule: 'unique' }]
        : []),
    ]),
    ...(sizeBytes > bytesMost
      ? [{ path: 'config.variables', message: 'has more than 32 KiB in all', rule: 'size' }]
      : []),
  ]
}

const faultsOfName = (name: string, path: string): InvalidField[] => {
  const fault = faultOfVariable(name)
  return fault ? [{ path, ...fault }] : []
}
