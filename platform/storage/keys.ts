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
