import { listDeploymentPictures } from '../../../../domains/code/deployments/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useNearViewport } from '../use-near-viewport.ts'
import { ShownPicture } from './shown-picture.tsx'
import './preview-pictures.css'
import './deployment-thumbnail.css'

interface DeploymentThumbnailProps {
  readonly id: string
  /** The name of the button. */
  readonly name: string
  readonly onOpen: () => void
}

/** The first picture of a deployment, in a place that is kept for it; read when it comes near the screen. */
export const DeploymentThumbnail = ({ id, name, onOpen }: DeploymentThumbnailProps) => {
  const { box, wasNear } = useNearViewport()
  const pictures = useLateReply(listDeploymentPictures, { params: { id } }, { enabled: wasNear }).data?.pictures ?? []
  const picture = pictures.find(({ form }) => form === 'desktop')
  return (
    <span ref={box} className="deployment-thumbnail">
      {picture ? (
        <button type="button" title={name} aria-label={name} onClick={onOpen}>
          <ShownPicture deploymentId={id} picture={picture} name="" />
        </button>
      ) : null}
    </span>
  )
}
