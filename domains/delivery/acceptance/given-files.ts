import { isPlainPath } from '../../../execution/probes/index.ts'
import { isTestPath } from '../../../execution/test-changes/index.ts'
import { acceptanceLimits } from './rules.ts'

export interface GivenFile {
  readonly path: string
  readonly content: string
}

/** Why files cannot be acceptance tests; undefined if they can. */
export const faultOfFiles = (files: readonly GivenFile[]): 'notTest' | 'tooLarge' | undefined => {
  const paths = files.map(({ path }) => path.toLowerCase())
  const areTests = files.every(({ path }) => isTestPath(path) && isPlainPath(path) && !path.includes('//'))
  if (!areTests || new Set(paths).size < paths.length) return 'notTest'
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  return bytes > acceptanceLimits.bytes ? 'tooLarge' : undefined
}
