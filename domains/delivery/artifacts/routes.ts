import downloadArtifact from './operations/download-artifact.ts'
import getCycleArtifactUrl from './operations/get-cycle-artifact-url.ts'
import getProjectArtifactUrl from './operations/get-project-artifact-url.ts'
import listCycleArtifacts from './operations/list-cycle-artifacts.ts'
import listProjectArtifacts from './operations/list-project-artifacts.ts'
import type { FileParts, LinkParts } from './parts.ts'

export default (parts: LinkParts & FileParts) => ({
  listProjectArtifacts,
  getProjectArtifactUrl: getProjectArtifactUrl(parts),
  listCycleArtifacts,
  getCycleArtifactUrl: getCycleArtifactUrl(parts),
  downloadArtifact: downloadArtifact(parts),
})
