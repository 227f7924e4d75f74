import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { getDeploymentPicture } from '../../../../domains/code/deployments/contract.ts'
import { open } from '../../api/client.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'
import { useNearViewport } from '../use-near-viewport.ts'
import type { DeploymentPicture } from './pictured-deployment.ts'

interface ShownPictureProps {
  readonly deploymentId: string
  readonly picture: DeploymentPicture
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A picture of a deployment, read when it comes near the screen. No `img` can name the workspace by itself. */
export const ShownPicture = ({ deploymentId, picture, name, headers }: ShownPictureProps) => {
  const words = useDeploymentWords().pictures
  const { box, isNear } = useNearViewport()
  const [wasNear, setWasNear] = useState(false)
  if (isNear && !wasNear) setWasNear(true)
  const { id, width, height } = picture
  const { data, isError } = useQuery({
    queryKey: [getDeploymentPicture.id, deploymentId, id],
    queryFn: async () => {
      const params = { id: deploymentId, pictureId: id }
      return new Blob([await new Response(await open(getDeploymentPicture, { params }, headers)).arrayBuffer()], {
        type: 'image/webp',
      })
    },
    enabled: wasNear,
    staleTime: Infinity,
    gcTime: 0,
  })
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!data) return undefined
      const address = URL.createObjectURL(data)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [data],
  )
  if (isError) return <p className="soft">{words.none}</p>
  return (
    <div ref={box} className="shown-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      {data ? <img ref={show} width={width} height={height} decoding="async" alt={name} /> : null}
    </div>
  )
}
