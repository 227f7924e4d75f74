import { listDeployments } from '../../../../domains/code/deployments/contract.ts'
import type { Input } from '../../../../platform/client/index.ts'
import { LinkButton } from '../../parts/button.tsx'
import { previewPath } from '../../paths.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { usePortalReplyLater } from '../current-portal.ts'

interface TryItProps {
  /** Which deployments count: those of a project, or of a cycle. */
  readonly query: NonNullable<Input<typeof listDeployments>['query']>
}

/** Leads to a preview, where one is live. */
export const TryIt = ({ query }: TryItProps) => {
  const words = usePortalWords()
  const live = usePortalReplyLater(listDeployments, { query })?.findLast(({ status }) => status === 'live')
  if (!live) return null
  return (
    <p>
      <LinkButton to={previewPath(live.url)} target="_blank" rel="noopener">
        {words.project.tryIt}
      </LinkButton>
    </p>
  )
}
