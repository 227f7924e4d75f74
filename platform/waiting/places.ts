/** The holder of a place: the keys whose shares it counts in. Unknown keys are left out. */
export interface PlaceHolder {
  readonly workspace?: string | undefined
  readonly person?: string | undefined
  /** The network of an address. */
  readonly address?: string | undefined
}

/** So many places there are, and so many of them one holder has at most. */
export type Pool = { readonly total: number } & { readonly [Key in keyof PlaceHolder]?: number }

/** A holder that has shown little or nothing yet. While all places are taken, a newcomer gets that of the most silent one. */
export interface SilentHolder {
  readonly silentMs: () => number
  /** Called when the place goes to another holder. */
  readonly displaced: () => void
}

export interface Places {
  /**
   * Takes a place, and returns a function that releases it; else whether all are taken, or all that this holder may
   * have. Only places that were taken as `silent` are reassigned to others.
   */
  take(holder: PlaceHolder, silent?: SilentHolder): (() => void) | 'full' | 'own'
}

const keys = ['workspace', 'person', 'address'] as const

/** Places that are taken at once or not at all. */
export const openPlaces = (pool: Pool): Places => {
  const held = new Map<string, number>()
  const silents = new Map<SilentHolder, () => void>()
  let taken = 0
  const count = (names: readonly string[], change: 1 | -1) => {
    taken += change
    for (const name of names) {
      const left = (held.get(name) ?? 0) + change
      if (left > 0) held.set(name, left)
      else held.delete(name)
    }
  }
  const displaceOne = (): boolean => {
    const [longest] = [...silents].toSorted(([one], [other]) => other.silentMs() - one.silentMs())
    if (!longest) return false
    const [silent, giveBack] = longest
    giveBack()
    silent.displaced()
    return true
  }
  return {
    take: (holder, silent) => {
      const shares = keys.flatMap((key) => {
        const share = pool[key]
        return share === undefined || holder[key] === undefined ? [] : [{ name: `${key} ${holder[key]}`, share }]
      })
      if (shares.some(({ name, share }) => (held.get(name) ?? 0) >= share)) return 'own'
      if (taken >= pool.total && !displaceOne()) return 'full'
      const names = shares.map(({ name }) => name)
      count(names, 1)
      let isGivenBack = false
      const giveBack = () => {
        if (isGivenBack) return
        isGivenBack = true
        if (silent) silents.delete(silent)
        count(names, -1)
      }
      if (silent) silents.set(silent, giveBack)
      return giveBack
    },
  }
}
