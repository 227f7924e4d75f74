export type {
  BuildObject,
  NoPreview,
  OnLine,
  PreviewBuild,
  PreviewKind,
  PreviewLine,
  PreviewOverride,
  PreviewPlan,
  PreviewState,
  PreviewStatus,
  PreviewSurroundings,
  PreviewVersion,
} from './preview.ts'
export type { BuildInput, BuildParts, BuildResult } from './build-parts.ts'
export type { DeployResult, PreviewParts, Previews } from './previews-api.ts'
export type { GatewayInput, PreviewGateway, PreviewRequest, PreviewTarget } from './gateway-api.ts'
export { filesOf, findKeptBuild, measureBuild, removeKeptBuild, removeUnfinishedBuilds } from './kept-builds.ts'
export { openStoredBuilds, type StoredBuilds } from './stored-builds.ts'
export { previewFilesAmong, type PreviewFiles } from './plan-files.ts'
export { buildPreview } from './build.ts'
export { buildCommit, type CommitInput, type CommitResult } from './build-commit.ts'
export { openGateway } from './gateway.ts'
export { openPreviews } from './previews.ts'
export type { FarProgram, FarVisit, OwnProgram, ProgramHolders } from './program.ts'
export { openCamera, type PicturesResult, type TakePictures } from './take-pictures.ts'
export type { TakenPicture } from './camera-lines.ts'
export { labelOf } from './preview-host.ts'
export { toolbarPath } from './toolbar-insert.ts'
