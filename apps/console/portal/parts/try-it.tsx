import { Suspense } from 'react'
import {
  getDeploymentPicture,
  listDeploymentPictures,
  listDeployments,
} from '../../../../domains/code/deployments/contract.ts'
import type { Input } from '../../../../platform/client/index.ts'
import { LinkButton } from '../../parts/forms/button.tsx'
import { picturedAmong } from '../../parts/preview-pictures/pictured-deployment.ts'
import { previewPath } from '../../paths.ts'
import { latePart } from '../../shell/late-code.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { headersOf, useCurrentPortal, usePortalReplyLater } from '../current-portal.ts'

// The page is drawn before their deployment is known.
const ShownPictures = latePart(
  async () => (await import('../../parts/preview-pictures/cycle-pictures.tsx')).ShownPictures,
)

interface PreviewProps {
  /** Which deployments count: deployments of a project, or of a cycle. */
  readonly query: NonNullable<Input<typeof listDeployments>['query']>
}

interface TryItProps extends PreviewProps {
  /** The text in its place if there never was a preview. */
  readonly otherwise?: string | undefined
}

/** Links to a preview, if one is live. */
export const TryIt = ({ query, otherwise }: TryItProps) => {
  const words = usePortalWords()
  const deployments = usePortalReplyLater(listDeployments, { query })
  const live = deployments?.findLast(({ status }) => status === 'live')
  if (!live && otherwise === undefined) return null
  if (!live) return <p className="try-it small">{deployments?.length === 0 ? otherwise : '\u00a0'}</p>
  return (
    <p className="try-it">
      <LinkButton to={previewPath(live.url)} target="_blank" rel="noopener">
        {words.project.tryIt}
      </LinkButton>
    </p>
  )
}

/** The pictures of the pages, beside pictures of the previous deployment; renders nothing if nothing was live. */
export const PicturesOfPreview = ({ query }: PreviewProps) => {
  const { workspaceId } = useCurrentPortal()
  const id = picturedAmong(usePortalReplyLater(listDeployments, { query }))?.id
  const pictures = usePortalReplyLater(listDeploymentPictures, { params: { id: id ?? '' } }, id !== undefined)
  // Only the agency can mend a failed picture.
  if (pictures?.state !== 'taken') return null
  return (
    <Suspense>
      <ShownPictures pictures={pictures} headers={headersOf(getDeploymentPicture, workspaceId)} />
    </Suspense>
  )
}
