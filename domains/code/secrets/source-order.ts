const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Stored entries in the order in which they count: by the bytes of their file's path, the last file's before the others'. */
export const inOrderOfSources = <Entry extends { readonly source: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => byBytes(one.source, other.source))
