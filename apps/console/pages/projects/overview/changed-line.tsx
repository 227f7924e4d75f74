import { useMemo } from 'react'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { keyHunks } from '../cycles/change-review/key-hunks.ts'
import { isMerged } from '../cycles/detail/cycle-tasks.ts'
import { useEvidence } from '../cycles/detail/use-evidence.ts'
import { reviewFilesOf } from '../cycles/review/review-files.ts'

/** The first line that a completed cycle changed; nothing for a cycle without one. */
export const ChangedLine = ({ cycle: { id, status } }: { readonly cycle: CycleRow }) => {
  const isDone = status === 'completed'
  const { tasks = [] } = useLateReply(getCycle, { params: { id } }, { enabled: isDone }).data ?? {}
  const task = tasks.find((one) => isMerged(one) && one.baseSha !== null && one.headSha !== null)
  const { evidence } = useEvidence({ id: task?.id ?? '' }, task !== undefined)
  const [hunk] = useMemo(() => (evidence ? keyHunks(reviewFilesOf(evidence)) : []), [evidence])
  const line = hunk?.lines.find(({ kind }) => kind === 'add') ?? hunk?.lines.find(({ kind }) => kind === 'del')
  if (!hunk || !line) return null
  return (
    <span className="m mono changed-line" title={hunk.file.name}>
      {line.kind === 'add' ? '+ ' : '− '}
      {line.text.trim()}
    </span>
  )
}
