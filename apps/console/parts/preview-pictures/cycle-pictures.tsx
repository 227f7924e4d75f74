import { lazy, Suspense } from 'react'
import { listDeploymentPictures, listDeployments } from '../../../../domains/code/deployments/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useAllRowsLater } from '../../api/use-pages.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'
import { picturedAmong, type Pictures } from './pictured-deployment.ts'

const PictureComparison = lazy(async () => ({
  default: (await import('./picture-comparison.tsx')).PictureComparison,
}))

/** How a cycle changes the pages, beside the previous deployment; nothing for a cycle without a preview. */
export const CyclePictures = ({ projectId, cycleId }: { readonly projectId: string; readonly cycleId: string }) => {
  const query = { projectId, cycleId, kind: 'cycle-preview' } as const
  const id = picturedAmong(useAllRowsLater(listDeployments, { query }))?.id
  return id === undefined ? null : <DeploymentPictures id={id} />
}

interface DeploymentPicturesProps {
  readonly id: string
  /** Whether a person requested them, and gets a sentence if none exist. */
  readonly isAsked?: boolean
}

export const DeploymentPictures = ({ id, isAsked = false }: DeploymentPicturesProps) => {
  const words = useDeploymentWords().pictures
  const pictures = useLateReply(listDeploymentPictures, { params: { id } }).data
  if (isAsked && pictures?.state === null) return <p className="quiet">{words.notTaken}</p>
  return <ShownPictures pictures={pictures} />
}

interface ShownPicturesProps {
  readonly pictures: Pictures | undefined
  /** Headers that name the portal to the server. */
  readonly headers?: Readonly<Record<string, string>>
}

export const ShownPictures = ({ pictures, headers }: ShownPicturesProps) =>
  pictures?.state ? (
    <Suspense>
      <PictureComparison pictures={pictures} {...(headers && { headers })} />
    </Suspense>
  ) : null
