import attachProjectRepo, { type AttachParts } from './operations/attach-project-repo.ts'
import detachProjectRepo from './operations/detach-project-repo.ts'
import listProjectRepos from './operations/list-project-repos.ts'
import makeProjectRepoPrimary, { type PrimaryParts } from './operations/make-project-repo-primary.ts'
import updateProjectRepo from './operations/update-project-repo.ts'

export default (parts: AttachParts & PrimaryParts) => ({
  listProjectRepos,
  attachProjectRepo: attachProjectRepo(parts),
  updateProjectRepo: updateProjectRepo(parts),
  makeProjectRepoPrimary: makeProjectRepoPrimary(parts),
  detachProjectRepo: detachProjectRepo(parts.everyDomain),
})
