import { opener } from '../opener.ts'

/** The sheet with all keys, whose code comes with the first opening. */
export const { open: openKeys, useOpen: useKeysOpen } = opener()
