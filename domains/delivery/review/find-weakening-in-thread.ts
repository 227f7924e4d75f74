import { askOnce } from '../../../platform/threads/index.ts'
import { findWeakening, type Finding, type WeakeningInput } from '../../../execution/test-changes/index.ts'

// So much is read in less time than a thread takes to start.
const atOnceMostChars = 131_072

/**
 * `findWeakening`, for a large change in a thread of its own, so that the server answers meanwhile. A change that takes
 * longer than a minute, or more memory than a thread may have, is one that a person has to look at.
 */
export const findWeakeningInThread = async (
  judged: WeakeningInput,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const chars = judged.files.reduce((sum, { before = '', after = '' }) => sum + before.length + after.length, 0)
  if (chars <= atOnceMostChars) return findWeakening(judged)
  const module = new URL('./weakening-worker.ts', import.meta.url)
  const found = await askOnce<readonly Finding[]>(judged, { module, answerMs: 60_000, memoryMiB: 1_024, signal })
  return found ?? [unexamined(judged)]
}

const unexamined = ({ files }: WeakeningInput): Finding => ({
  kind: 'evidence_unreadable',
  level: 'ask',
  path: files[0]!.path,
  reason: `The ${files.length} files of the change are too large to look for weakened tests in. A person has to look at them.`,
})
