import type { Config, Variables } from './tables.ts'

export const environmentsMost = 20

/** The fault of an active environment that has the label of another active one, since `envFilter` names them by it. */
export const faultsOfLabel = (
  one: { readonly id?: string; readonly label: string; readonly isActive: boolean },
  others: readonly { readonly id: string; readonly label: string; readonly isActive: boolean }[],
) =>
  one.isActive && others.some(({ id, label, isActive }) => isActive && id !== one.id && label === one.label)
    ? [{ path: 'label', message: 'must not be the label of another active environment', rule: 'unique' }]
    : []

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True if an object has more levels than these; it never descends further. */
export const isTooDeep = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1))
}

/**
 * The variables and secrets for runs in a config of any shape: its own texts whose names may be variables, then those
 * in `variables`, and the names in `secrets`. All else is stored without effect.
 */
export const readEffect = (config: Config, mayBeVariable: (name: string) => boolean): Variables => {
  const { variables, secrets, ...own } = config
  const named = isPlainObject(variables) ? textsOf(variables) : []
  return sorted({
    variables: Object.fromEntries([...textsOf(own).filter(([name]) => mayBeVariable(name)), ...named]),
    secrets: Array.isArray(secrets) ? secrets.filter((name): name is string => typeof name === 'string') : [],
  })
}

const textsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string')

/** A config with another effect; what has no effect stays in it. */
export const withEffect = (config: Config, { variables, secrets }: Variables): Record<string, unknown> => {
  const { variables: before, secrets: _secrets, ...own } = config
  const withoutTexts = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value !== 'string'))
  return {
    ...withoutTexts(own),
    variables: { ...(isPlainObject(before) ? withoutTexts(before) : {}), ...variables },
    secrets: [...secrets],
  }
}

/** Names in the order of the alphabet, so that equal effects are equal. */
const sorted = ({ variables, secrets }: Variables): Variables => ({
  variables: Object.fromEntries(Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))),
  secrets: [...secrets].sort(),
})

/** Merges configs, oldest first: of equal names the last one counts, be it a variable or a secret. */
export const merged = (configs: readonly Variables[]): Variables => {
  const names = new Map<string, string | undefined>()
  for (const { variables, secrets } of configs) {
    for (const [name, value] of Object.entries(variables)) names.set(name, value)
    for (const name of secrets) names.set(name, undefined)
  }
  const plain = [...names].filter((pair): pair is [string, string] => pair[1] !== undefined)
  const secret = [...names].filter(([, value]) => value === undefined).map(([name]) => name)
  return sorted({ variables: Object.fromEntries(plain), secrets: secret })
}
