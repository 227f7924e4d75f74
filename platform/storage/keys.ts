const partsMax = 16
const charactersMax = 512
const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Throws for a key that is not of the form that `ObjectStore` documents; a bug in the caller. */
export const assertKey = (key: string) => {
  const parts = key.split('/')
  if (key.length > charactersMax || parts.length > partsMax || !parts.every((each) => part.test(each))) {
    throw new Error(`“${key.slice(0, 80)}” is not an object key`)
  }
}

const keptLeastMs = 48 * 3_600_000

/** Throws for an age at which a failover may still bring back what needs the object; a bug in the caller. */
export const assertOld = (olderThanMs: number) => {
  if (!(olderThanMs >= keptLeastMs)) throw new Error(`Objects younger than ${keptLeastMs} ms are removed by rows alone`)
}

const cacheFolder = 'setups'

/** Throws for the key of an object that is not recreated if it is missing; a bug in the caller. */
export const assertCached = (key: string) => {
  if (key.split('/')[0] !== cacheFolder) throw new Error(`“${key.slice(0, 80)}” is not the key of a cached object`)
}
