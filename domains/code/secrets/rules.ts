import type { InvalidField } from '../../../platform/contract/index.ts'

const visibleMost = 4

/** A value as people may see it: its last four characters; a value of four or fewer is masked whole. */
export const masked = (value: string): string => {
  const characters = Array.from(value)
  return `••••${characters.length > visibleMost ? characters.slice(-visibleMost).join('') : ''}`
}

/** The entries of each source, in the order of the sources. */
export const bySource = <Entry extends { readonly source: string }>(entries: readonly Entry[]) =>
  Map.groupBy(entries, ({ source }) => source)

/** Returns a fault for each repeated name, at the path of its index. */
export const duplicateFaults = (
  names: readonly string[],
  at: (index: number) => string,
  message = 'is there twice',
): InvalidField[] => {
  const seen = new Set<string>()
  return names.flatMap((name, index) =>
    seen.size === seen.add(name).size ? [{ path: at(index), message, rule: 'unique' }] : [],
  )
}
