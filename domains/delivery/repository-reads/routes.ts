import getProjectChangeFile from './operations/get-project-change-file.ts'
import getProjectChanges from './operations/get-project-changes.ts'
import getProjectFileContent from './operations/get-project-file-content.ts'
import getProjectImage from './operations/get-project-image.ts'
import getProjectRevisionChangeFile from './operations/get-project-revision-change-file.ts'
import getProjectRevisionChanges from './operations/get-project-revision-changes.ts'
import listProjectBranches from './operations/list-project-branches.ts'
import listProjectFiles from './operations/list-project-files.ts'
import listProjectHistory from './operations/list-project-history.ts'
import type { ReadParts } from './parts.ts'

export default (parts: ReadParts) => ({
  listProjectBranches: listProjectBranches(parts),
  getProjectChanges: getProjectChanges(parts),
  getProjectChangeFile: getProjectChangeFile(parts),
  listProjectFiles: listProjectFiles(parts),
  getProjectFileContent: getProjectFileContent(parts),
  getProjectImage: getProjectImage(parts),
  listProjectHistory: listProjectHistory(parts),
  getProjectRevisionChanges: getProjectRevisionChanges(parts),
  getProjectRevisionChangeFile: getProjectRevisionChangeFile(parts),
})
