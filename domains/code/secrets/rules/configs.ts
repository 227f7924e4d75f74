import type { InvalidField } from '../../../../platform/contract/index.ts'
import { masked } from '../rules.ts'

export const providers = ['manual', 'infisical'] as const
export type Provider = (typeof providers)[number]

export const syncTargets = ['sandbox', 'code_host'] as const
export type SyncTarget = (typeof syncTargets)[number]
export const syncOutcomes = ['success', 'failure'] as const
export type SyncOutcome = (typeof syncOutcomes)[number]

/** A project has no more configs than this; each use of its secrets reads them all. */
export const configsMost = 50
const namesMost = 1_000
const nameMost = 512
const valueMost = 65_536

/** The values of a config in clear: names with their values. */
export type ManualConfig = Readonly<Record<string, string>>

/** The faults of a sent config; empty if it can be stored. */
export const problemsOfManual = (config: Readonly<Record<string, unknown>>): InvalidField[] => {
  const entries = Object.entries(config)
  if (entries.length > namesMost)
    return [{ path: 'config', message: `has more than ${namesMost} secrets`, rule: 'maxProperties' }]
  return entries.flatMap(([name, value]) => {
    const path = `config.${name.slice(0, nameMost)}`
    if (!isName(name)) return [{ path, message: 'is no name that a secret can have', rule: 'name' }]
    if (typeof value !== 'string') return [{ path, message: 'has to be text', rule: 'type' }]
    if (value.length > valueMost)
      return [{ path, message: `is longer than ${valueMost} characters`, rule: 'maxLength' }]
    return []
  })
}

export const isName = (name: string) => name.length > 0 && name.length <= nameMost && !/[\p{Cc}=]/u.test(name)

/** A manual config as people may see it: its names, each value masked. */
export const summaryOfManual = (config: ManualConfig): Record<string, string> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, masked(value)]))

/** True if a config applies to a use in this environment; null is a use without an environment. */
export const isFor = ({ envFilter }: { readonly envFilter: string | null }, environment: string | null): boolean =>
  envFilter === null || envFilter === environment

/** One source of secrets, with its values in clear. */
export type Layer = Iterable<readonly [name: string, value: string]>

/** The values of all layers by name: if several layers have a name, the last layer's value counts. */
export const mergedLayers = (layers: readonly Layer[]): ReadonlyMap<string, string> =>
  new Map(layers.flatMap((layer) => [...layer]))

/** Picks these names out of the values, and lists the missing ones. */
export const pickNames = (
  values: ReadonlyMap<string, string>,
  names: readonly string[],
): { readonly values: ReadonlyMap<string, string>; readonly missing: readonly string[] } => {
  const wanted = [...new Set(names)]
  const found = wanted.flatMap((name) => (values.has(name) ? [[name, values.get(name)!] as const] : []))
  return { values: new Map(found), missing: wanted.filter((name) => !values.has(name)) }
}
