/** Whether tests run at their full length: `bin/test --soak`. */
export const isSoak = process.env.ATELIER_TEST_SOAK === '1'

/** Whether long tests run, as before a merge: `bin/test --long`. */
export const isLong = isSoak || process.env.ATELIER_TEST_LONG === '1'

/** The length of a test: its daily part, and in a soak the whole. */
export const lengthOf = <Value>({ daily, soak }: { readonly daily: Value; readonly soak: Value }): Value =>
  isSoak ? soak : daily
