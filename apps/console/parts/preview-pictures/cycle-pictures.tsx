import { lazy, Suspense } from 'react'
import { listDeploymentPictures, listDeployments } from '../../../../domains/code/deployments/contract.ts'
import { changesPages } from '../../../../domains/code/deployments/rules.ts'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useLateRows } from '../../api/use-pages.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'
import { picturedAmong, previewsOf, whyNoPictures, type Pictures } from './pictured-deployment.ts'

const PictureComparison = lazy(async () => ({ default: (await import('./picture-comparison.tsx')).PictureComparison }))

interface CyclePicturesProps {
  readonly projectId: string
  readonly cycleId: string
  /** A change of pages about which a person decides: only pictures of it count, and a sentence says why it has none. */
  readonly ofPages?: { readonly headSha: string; readonly previewsAvailable: boolean } | undefined
}

/** How a cycle changes the pages, beside the previous deployment. */
export const CyclePictures = ({ projectId, cycleId, ofPages }: CyclePicturesProps) => {
  const words = useDeploymentWords().pictures
  const previews = useLateRows(listDeployments, 1_000, {
    query: { projectId, cycleId, kind: 'cycle-preview' },
  } as const).data
  const deployments = previewsOf(previews, ofPages?.headSha)
  const id = picturedAmong(deployments)?.id
  if (id !== undefined) return <DeploymentPictures id={id} />
  const why = ofPages && whyNoPictures(deployments, ofPages.previewsAvailable)
  return why ? <p className="quiet">{words.noPreview[why]}</p> : null
}

interface PagesOfChangeProps extends Pick<CyclePicturesProps, 'projectId' | 'cycleId'> {
  readonly headSha: string
  /** The changed files. */
  readonly names: readonly string[]
}

/** The pages before and after a change that waits for a decision, or the reason why they are not shown. */
export const PagesOfChange = ({ projectId, cycleId, headSha, names }: PagesOfChangeProps) => {
  const enabled = changesPages(names)
  const project = useLateReply(getProject, { params: { id: projectId } }, { enabled }).data
  if (!enabled || !project) return null
  const { previewsAvailable } = project
  return <CyclePictures projectId={projectId} cycleId={cycleId} ofPages={{ headSha, previewsAvailable }} />
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
      <PictureComparison pictures={pictures} headers={headers} />
    </Suspense>
  ) : null
