import type { ReactNode } from 'react'
import { useProjectWords } from '../../../../words/project/index.ts'
import { useRevisionWords } from '../../../../words/revisions/index.ts'
import { useNewestRevision } from '../last-revision.tsx'

interface ClosedSandboxProps {
  readonly projectId: string
  readonly limits: string
  /** The button that opens it. */
  readonly children: ReactNode
}

/** A sandbox before it is opened: the revision that it will have, and its limits. */
export const ClosedSandbox = ({ projectId, limits, children }: ClosedSandboxProps) => {
  const words = useProjectWords().code
  const { sources } = useRevisionWords()
  const newest = useNewestRevision(projectId, undefined)
  return (
    <div className="panel">
      <div className="empty">
        <p dir="auto">
          {newest ? words.opensOn(newest.cycleTitle ?? sources[newest.source], newest.commitSha.slice(0, 7)) : '\u00a0'}
        </p>
        <p>{limits}</p>
        <div className="line acts">{children}</div>
      </div>
    </div>
  )
}
