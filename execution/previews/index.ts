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
export type { BuildInput, BuildParts, BuildResult } from './builds/build-parts.ts'
export type { DeployResult, PreviewParts, Previews } from './previews-api.ts'
export type { GatewayInput, PreviewGateway, PreviewRequest, PreviewTarget } from './gateway/gateway-api.ts'
export { filesOf, findKeptBuild, measureBuild, removeKeptBuild, removeUnfinishedBuilds } from './builds/kept-builds.ts'
export { openStoredBuilds, type StoredBuilds } from './builds/stored-builds.ts'
export { previewFilesAmong, type PreviewFiles } from './plans/plan-files.ts'
export { buildPreview } from './builds/build.ts'
export { buildCommit, type CommitInput, type CommitResult } from './builds/build-commit.ts'
export { openGateway } from './gateway/gateway.ts'
export { openPreviews } from './previews.ts'
export type { FarProgram, FarVisit, OwnProgram, ProgramHolders } from './programs/program.ts'
export { openCamera, type PicturesResult, type TakePictures } from './pictures/take-pictures.ts'
export type { TakenPicture } from './pictures/camera-lines.ts'
export { labelOf } from './gateway/preview-host.ts'
export { toolbarPath } from './gateway/toolbar-insert.ts'
