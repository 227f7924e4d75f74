export { openArtifactLinks, type ArtifactLinks } from './links.ts'
export { removeRun } from './remove-old.ts'
export {
  batches,
  choose,
  fileNameOf,
  limits,
  objectKey,
  sentenceOf,
  type Left,
  type Reason,
  type Room,
} from './rules.ts'
export {
  artifactsOfRun,
  artifactWithHash,
  deleteArtifactsOf,
  holdArtifacts,
  replaceArtifacts,
  type NewArtifact,
  type Owner,
} from './store.ts'
export { dropRun, oldestRun, useBeside } from './store-space.ts'
