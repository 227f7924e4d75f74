import { Link } from 'react-router'
import { listDeploymentPictures, listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import { useFirstRowsLater, useLateReply } from '../../../api/use-operation.ts'
import { useAges } from '../../../format.ts'
import { ShownPicture } from '../../../parts/preview-pictures/shown-picture.tsx'
import { paths, previewPath } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import '../../../parts/preview-pictures/preview-pictures.css'

/** How many of the newest deployments are searched for a picture. */
const newestMost = 10

/** The newest deployment with a picture of its first page, which opens it while it is live. */
export const LatestPreview = ({ projectId }: { readonly projectId: string }) => {
  const { overview: words } = useProjectWords()
  const { agoInWords } = useAges()
  const newest = useFirstRowsLater(listDeployments, { query: { projectId, limit: newestMost } }).data ?? []
  const deployment = newest.find(({ liveAt }) => liveAt !== null)
  const pictures = useLateReply(
    listDeploymentPictures,
    { params: { id: deployment?.id ?? '' } },
    { enabled: deployment !== undefined },
  ).data?.pictures
  const picture = pictures?.find(({ form }) => form === 'desktop')
  if (!deployment || !picture) return null
  const { id, url, status, createdAt } = deployment
  const link =
    status === 'live'
      ? { to: previewPath(url), target: '_blank', rel: 'noopener' }
      : { to: paths.deployments(projectId) }
  return (
    <section>
      <div className="sect-head">
        <h2>{words.preview}</h2>
      </div>
      <Link className="panel pad latest-preview" {...link}>
        <ShownPicture deploymentId={id} picture={picture} name={words.pictureOf} />
        <span className="quiet">{agoInWords(createdAt)}</span>
      </Link>
    </section>
  )
}
