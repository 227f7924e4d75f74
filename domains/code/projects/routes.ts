import type { EveryDomain } from '../../every-domain.ts'
import archiveProject from './operations/archive-project.ts'
import createProject from './operations/create-project.ts'
import deleteProject from './operations/delete-project.ts'
import getProject from './operations/get-project.ts'
import listProjects from './operations/list-projects.ts'
import unarchiveProject from './operations/unarchive-project.ts'
import updateProject from './operations/update-project.ts'

interface Parts {
  readonly everyDomain: EveryDomain
  readonly caps: { readonly projectMicros: number | undefined }
}

export default ({ everyDomain, caps }: Parts) => ({
  listProjects: listProjects(everyDomain),
  createProject: createProject(everyDomain),
  getProject,
  updateProject: updateProject({ caps, everyDomain }),
  deleteProject: deleteProject(everyDomain),
  archiveProject: archiveProject(everyDomain),
  unarchiveProject,
})
