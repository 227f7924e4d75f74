import { useProjectWords } from '../../../words/project/index.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { useNewestRevision } from './last-revision.tsx'

/** The newest revision, which a sandbox that is opened now has. */
export const OpensOn = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().code
  const { sources } = useRevisionWords()
  const newest = useNewestRevision(projectId, undefined)
  return (
    <p className="quiet" dir="auto">
      {newest ? words.opensOn(newest.cycleTitle ?? sources[newest.source], newest.commitSha.slice(0, 7)) : '\u00a0'}
    </p>
  )
}
