/** The holder of a place: the keys whose shares it counts in. Unknown keys are left out. */
export interface PlaceHolder {
  readonly workspace?: string | undefined
  readonly person?: string | undefined
  /** The network of an address. */
  readonly address?: string | undefined
}

/** So many places there are, and so many of them one holder has at most. */
export type Pool = { readonly total: number } & { readonly [Key in keyof PlaceHolder]?: number }

export interface Places {
  /** Takes a place, and gives what gives it back; else whether all are taken, or all that this holder may have. */
  take(holder: PlaceHolder): (() => void) | 'full' | 'own'
}

const keys = ['workspace', 'person', 'address'] as const

/** Places that are taken at once or not at all. */
export const openPlaces = (pool: Pool): Places => {
  const held = new Map<string, number>()
  let taken = 0
  const count = (names: readonly string[], change: 1 | -1) => {
    taken += change
    for (const name of names) {
      const left = (held.get(name) ?? 0) + change
      if (left > 0) held.set(name, left)
      else held.delete(name)
    }
  }
  return {
    take: (holder) => {
      const shares = keys.flatMap((key) => {
        const share = pool[key]
        return share === undefined || holder[key] === undefined ? [] : [{ name: `${key} ${holder[key]}`, share }]
      })
      if (shares.some(({ name, share }) => (held.get(name) ?? 0) >= share)) return 'own'
      if (taken >= pool.total) return 'full'
      const names = shares.map(({ name }) => name)
      count(names, 1)
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        count(names, -1)
      }
    },
  }
}
