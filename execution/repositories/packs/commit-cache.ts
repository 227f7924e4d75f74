/**
 * Caches git's answers about commits by their shas, which never change: each question to git costs a process. `sizeOf`
 * counts in a unit of the caller's; the least recently used entry goes if all would pass `sizeMost`, and an answer
 * above a tenth of that is not kept. The folder is part of the key: that a repository has a commit is known only from
 * that repository.
 */
export const commitCache = <Value>(sizeMost: number, sizeOf: (value: Value) => number) => {
  const kept = new Map<string, { readonly value: Value; readonly size: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  return {
    get: (gitDir: string, shas: readonly string[]) => {
      const key = keyOf(gitDir, shas)
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    set: (gitDir: string, shas: readonly string[], value: Value) => {
      const key = keyOf(gitDir, shas)
      const size = 1 + sizeOf(value)
      drop(key)
      if (size > sizeMost / 10) return
      kept.set(key, { value, size })
      total += size
      for (const oldest of kept.keys()) {
        if (total <= sizeMost) break
        drop(oldest)
      }
    },
  }
}

const keyOf = (gitDir: string, shas: readonly string[]) => `${gitDir}\0${shas.join(' ')}`
