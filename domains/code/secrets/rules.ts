import type { InvalidField } from '../../../platform/contract/index.ts'

const shown = 4

/** A value as people may see it: its last four characters; one of four or fewer is masked whole. */
export const masked = (value: string): string => {
  const characters = Array.from(value)
  const hidden = '••••'
  return characters.length <= shown ? hidden : `${hidden}${characters.slice(-shown).join('')}`
}

/** The entries of each source, in the order of the sources. */
export const bySource = <Entry extends { readonly source: string }>(entries: readonly Entry[]) =>
  Map.groupBy(entries, ({ source }) => source)

/** Returns a fault for each repeated name, at the path of its index. */
export const duplicateFaults = (names: readonly string[], at: (index: number) => string): InvalidField[] => {
  const seen = new Set<string>()
  return names.flatMap((name, index) =>
    seen.size === seen.add(name).size ? [{ path: at(index), message: 'is there twice', rule: 'unique' }] : [],
  )
}
