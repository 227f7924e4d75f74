import { useHashCheck, type Approval, type View } from '../../../parts/deliverable/approvals.ts'
import { readSnapshot } from '../../../parts/deliverable/snapshot.ts'
import { DecisionForm } from './decision-form.tsx'
import { MarkPanel } from './mark-panel.tsx'
import { Published } from './published-panel.tsx'

interface PublishedPartsProps {
  readonly view: View
  readonly approvals: readonly Approval[]
  /** The request that this person can decide. */
  readonly open: Approval | undefined
}

/** The publication with its mark, and its reviewers' decision. Nothing if clients see nothing. */
export const PublishedParts = ({ view, approvals, open }: PublishedPartsProps) => {
  const { snapshot, revisionHash, publishedAt } = view
  if (snapshot == null || revisionHash == null || publishedAt === null) return null
  return (
    <WithMark
      view={view}
      snapshot={snapshot}
      revisionHash={revisionHash}
      publishedAt={publishedAt}
      approvals={approvals}
      open={open}
    />
  )
}

interface WithMarkProps extends PublishedPartsProps {
  readonly snapshot: string
  readonly revisionHash: string
  readonly publishedAt: string
}

const WithMark = ({ view, snapshot, revisionHash, publishedAt, approvals, open }: WithMarkProps) => {
  const mark = useHashCheck(snapshot, revisionHash)
  const shown = readSnapshot(snapshot)
  return (
    <div className="published">
      <Published view={view} shown={shown} publishedAt={publishedAt} approvals={approvals} />
      <MarkPanel view={view} snapshot={snapshot} sha256={revisionHash} mark={mark} files={shown.artifacts.length} />
      {open && mark !== 'differs' ? <DecisionForm key={open.id} approval={open} /> : null}
    </div>
  )
}
