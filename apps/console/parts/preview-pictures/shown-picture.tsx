import { useQuery } from '@tanstack/react-query'
import { getDeploymentPicture } from '../../../../domains/code/deployments/contract.ts'
import { open } from '../../api/client.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'
import { useNearViewport } from '../use-near-viewport.ts'
import { useShownBytes } from '../files/use-shown-bytes.ts'
import type { DeploymentPicture } from './pictured-deployment.ts'

interface ShownPictureProps {
  readonly deploymentId: string
  readonly picture: Pick<DeploymentPicture, 'id' | 'width' | 'height'>
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A picture of a deployment, read when it comes near the screen. No `img` can name the workspace on its own. */
export const ShownPicture = ({ deploymentId, picture, name, headers }: ShownPictureProps) => {
  const words = useDeploymentWords().pictures
  const { box, wasNear } = useNearViewport()
  const { id, width, height } = picture
  const { data: bytes, isError } = useQuery({
    queryKey: [getDeploymentPicture.id, deploymentId, id],
    queryFn: async () => {
      const params = { id: deploymentId, pictureId: id }
      return new Uint8Array(await new Response(await open(getDeploymentPicture, { params }, headers)).arrayBuffer())
    },
    enabled: wasNear,
    // A stored picture never changes, and stays no longer than it is looked at.
    staleTime: Infinity,
    gcTime: 0,
  })
  const show = useShownBytes(bytes, 'image/webp')
  if (isError) return <p className="soft">{words.none}</p>
  return (
    <div ref={box} className="shown-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      {bytes ? <img ref={show} width={width} height={height} decoding="async" alt={name} /> : null}
    </div>
  )
}
