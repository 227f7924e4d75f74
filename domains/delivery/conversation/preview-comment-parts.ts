import type { PreviewSite } from '../../code/deployments/index.ts'

/** What the operations of the toolbar in a preview work with. */
export interface PreviewCommentParts {
  readonly previewSite: Pick<PreviewSite, 'tokens'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
