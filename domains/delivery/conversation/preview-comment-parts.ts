import type { PreviewSite } from '../../code/deployments/index.ts'

export interface PreviewCommentParts {
  readonly previewSite: Pick<PreviewSite, 'tokens'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
