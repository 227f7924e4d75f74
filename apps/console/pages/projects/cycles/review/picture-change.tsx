import { Picture } from '../../../../parts/picture/picture.tsx'
import { usePictureWords } from '../../../../words/pictures/index.ts'
import type { ReviewedChange } from './missing-lines.tsx'

interface PictureChangeProps {
  readonly file: {
    readonly kind?: string
    readonly name: string
    readonly path?: string
    readonly previousPath?: string
  }
  /** The commits before and after the change. */
  readonly change: Pick<ReviewedChange, 'projectId' | 'repositoryId' | 'baseSha' | 'headSha'>
}

/** A picture before and after its change, side by side: a new or removed picture has one side. */
export const PictureChange = ({ file, change }: PictureChangeProps) => {
  const words = usePictureWords()
  const { projectId, repositoryId, baseSha, headSha } = change
  const { kind, name, path, previousPath } = file
  const at = (commit: string, where: string) => ({
    params: { id: projectId },
    query: { path: where, commit, ...(repositoryId && { repo: repositoryId }) },
  })
  if (path === undefined) return null
  return (
    <div className="pictures">
      {kind === 'added' ? null : (
        <Picture of={at(baseSha, previousPath ?? path)} name={previousPath ?? name} label={words.before} />
      )}
      {kind === 'deleted' ? null : <Picture of={at(headSha, path)} name={name} label={words.after} />}
    </div>
  )
}
