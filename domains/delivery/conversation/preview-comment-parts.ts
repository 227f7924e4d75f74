import type { PreviewSite } from '../../code/deployments/index.ts'

/** The parts of the toolbar's operations in a preview. */
export interface PreviewCommentParts {
  readonly previewSite: Pick<PreviewSite, 'tokens'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
