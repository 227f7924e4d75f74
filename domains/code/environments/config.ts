import { faultOfVariable } from '../../../execution/sandbox/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'
import { effectOf } from './for-runs.ts'
import { isPlainObject, isTooDeep } from './rules.ts'
import type { Config } from './tables.ts'

const variablesMostBytes = 32_768
const valueMost = 16_384
const variablesMost = 200
const secretsMost = 100
const secretNameMost = 200
const configMostBytes = 65_536
const depthMost = 16

/** The faults of a config: its size, and names and values of variables and secrets, by field. */
export const faultsOf = (config: Config): InvalidField[] => {
  if (isTooDeep(config, depthMost))
    return [{ path: 'config', message: `has more than ${depthMost} levels`, rule: 'depth' }]
  if (Buffer.byteLength(JSON.stringify(config)) > configMostBytes)
    return [{ path: 'config', message: 'has more than 64 KiB as JSON', rule: 'size' }]
  const { variables } = effectOf(config)
  const secrets: readonly unknown[] = Array.isArray(config.secrets) ? config.secrets : []
  return [...faultsOfVariables(config, variables), ...faultsOfSecrets(secrets, variables)]
}

const faultsOfVariables = (config: Config, variables: Readonly<Record<string, string>>): InvalidField[] => {
  const entries = Object.entries(variables)
  const sizeBytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
  const declared = isPlainObject(config.variables) ? config.variables : {}
  const pathOf = (name: string) => (Object.hasOwn(declared, name) ? `config.variables.${name}` : `config.${name}`)
  return [
    ...entries.flatMap(([name, value]) => [
      ...faultsOfName(name, pathOf(name)),
      ...(value.length > valueMost
        ? [{ path: pathOf(name), message: `has more than ${valueMost} characters`, rule: 'maxLength' }]
        : []),
    ]),
    ...(entries.length > variablesMost
      ? [{ path: 'config.variables', message: `has more than ${variablesMost} variables`, rule: 'maxProperties' }]
      : []),
    ...(sizeBytes > variablesMostBytes
      ? [{ path: 'config.variables', message: 'has more than 32 KiB in all', rule: 'size' }]
      : []),
  ]
}

const faultsOfSecrets = (secrets: readonly unknown[], variables: Readonly<Record<string, string>>): InvalidField[] => {
  if (secrets.length > secretsMost)
    return [{ path: 'config.secrets', message: `has more than ${secretsMost} names`, rule: 'maxItems' }]
  const names = secrets.filter((name) => typeof name === 'string')
  if (new Set(names).size < names.length)
    return [{ path: 'config.secrets', message: 'has a name twice', rule: 'uniqueItems' }]
  return secrets.flatMap((name, at) => {
    if (typeof name !== 'string') return []
    const path = `config.secrets.${at}`
    if (name.length > secretNameMost)
      return [{ path, message: `has more than ${secretNameMost} characters`, rule: 'maxLength' }]
    const isTaken = Object.hasOwn(variables, name)
    return [
      ...faultsOfName(name, path),
      ...(isTaken ? [{ path, message: 'is a variable of this environment as well', rule: 'unique' }] : []),
    ]
  })
}

const faultsOfName = (name: string, path: string): InvalidField[] => {
  const fault = faultOfVariable(name)
  return fault ? [{ path, ...fault }] : []
}
