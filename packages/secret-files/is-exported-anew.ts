import { isRebuilt } from './formats.ts'
import { recognize } from './recognize.ts'

/** Whether a file is exported rewritten. */
export const isExportedAnew = (path: string, bytes: Uint8Array): boolean => {
  const recognized = recognize(path, bytes)
  return 'format' in recognized && isRebuilt(recognized.format)
}
