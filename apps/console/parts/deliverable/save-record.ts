import { save } from '../save-file.ts'

/** Has the browser save the exact bytes of the mark. */
export const saveRecord = (snapshot: string, sha256: string): void =>
  save(new Blob([snapshot], { type: 'application/json' }), `${sha256.slice(0, 8)}.json`)
