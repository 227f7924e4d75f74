import { jsonObject } from '../../../packages/foreign-json/index.ts'

const settings = ['scripts', 'jest', 'mocha', 'ava', 'tap', 'c8', 'nyc', 'vitest'] as const

/**
 * A package.json of a change with the scripts and the settings of test runners that the base has; its packages stay the
 * change's. Undefined if they are the same, or either text is no object.
 */
export const baseScripts = (before: string, after: string): string | undefined => {
  const base = jsonObject(before)
  const change = jsonObject(after)
  if (!base || !change) return undefined
  const differing = settings.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(change[name]))
  if (differing.length === 0) return undefined
  const merged = { ...change }
  for (const name of differing) merged[name] = base[name]
  return `${JSON.stringify(merged, undefined, 2)}\n`
}
