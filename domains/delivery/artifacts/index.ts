export { pictureOfRun, pictureOfVersion } from './letter-picture.ts'
export { openArtifactLinks, type ArtifactLinks } from './links.ts'
export {
  batches,
  choose,
  fileNameOf,
  limits,
  objectKey,
  sentenceOf,
  type FoundFile,
  type RefusalReason,
  type FreeSpace,
} from './rules.ts'
export {
  artifactsOfRun,
  artifactWithHash,
  deleteArtifactsOf,
  retainArtifacts,
  replaceArtifacts,
  type NewArtifact,
  type Owner,
  dropRun,
  oldestRun,
  useOfOthers,
} from './store.ts'
