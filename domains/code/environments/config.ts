import { isSandboxOwn, isVariableName } from '../../../execution/sandbox/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { EnvironmentConfig } from './contract.ts'

const bytesMost = 32_768

interface Field {
  readonly path: string
  readonly message: string
  readonly rule: string
}

/** What is wrong with a config beyond its form: by field. */
export const faultsOf = ({ variables = {} }: Static<typeof EnvironmentConfig>): Field[] => {
  const plain = Object.entries(variables)
  const sizeBytes = plain.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
  return [
    ...plain.flatMap(([name]) => faultsOfName(name, `config.variables.${name}`)),
    ...(sizeBytes > bytesMost
      ? [{ path: 'config.variables', message: 'has more than 32 KiB in all', rule: 'size' }]
      : []),
  ]
}

/** Why a command of a sandbox cannot have a variable of this name. */
export const faultsOfName = (name: string, path: string): Field[] => {
  if (!isVariableName(name))
    return [{ path, message: 'is no name of a variable: use letters, digits and _, and no digit first', rule: 'name' }]
  return isSandboxOwn(name)
    ? [{ path, message: 'is set by the sandbox itself, and cannot be changed', rule: 'reserved' }]
    : []
}
