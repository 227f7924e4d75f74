const entriesMost = 10_000

interface MemoryEntry<Value> {
  readonly value: Promise<Value>
  readonly until: number
}

/** Remembers answers for a time; questions that come at once ask once, and an error is not remembered. */
export const openMemory = <Value>(knownMs: number) => {
  const known = new Map<string, MemoryEntry<Value>>()
  return {
    get: (key: string, ask: () => Promise<Value>): Promise<Value> => {
      const now = performance.now()
      const found = known.get(key)
      if (found && found.until > now) return found.value
      if (known.size >= entriesMost) known.clear()
      const value = ask()
      known.set(key, { value, until: now + knownMs })
      value.catch(() => known.delete(key))
      return value
    },
  }
}
