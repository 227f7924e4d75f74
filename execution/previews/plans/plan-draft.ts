import type { PreviewPlan } from '../preview.ts'

/** A way to build and serve a commit, read from its files, before the settings of the project. */
export type PlanDraft = Omit<PreviewPlan, 'healthPath'>

/** A site of files that `build` makes in the folder `output`. */
export const siteDraft = (site: Pick<PlanDraft, 'foundBy' | 'build' | 'output'> & Partial<PlanDraft>): PlanDraft => ({
  kind: 'static',
  start: null,
  isSinglePage: false,
  ...site,
})

/** A program that `start` runs, or the image that an engine builds. */
export const programDraft = (program: Pick<PlanDraft, 'kind' | 'foundBy' | 'build' | 'start'>): PlanDraft => ({
  output: '.',
  isSinglePage: false,
  ...program,
})

/** Folders that a site is often served from, in the order in which they are looked at. */
export const siteFolders: readonly string[] = '. public site www html docs dist build out _site static src'.split(' ')
