import type { EveryDomain } from '../../every-domain.ts'
import clearProjectPolicies from './operations/clear-project-policies.ts'
import archiveProject from './operations/archive-project.ts'
import createProject from './operations/create-project.ts'
import deleteProject from './operations/delete-project.ts'
import getProject from './operations/get-project.ts'
import getProjectPolicies from './operations/get-project-policies.ts'
import getWorkspacePolicies from './operations/get-workspace-policies.ts'
import listProjects from './operations/list-projects.ts'
import setWorkspacePolicies from './operations/set-workspace-policies.ts'
import unarchiveProject from './operations/unarchive-project.ts'
import updateProject from './operations/update-project.ts'
import type { InstancePolicies } from './rules/policies.ts'

interface Parts extends InstancePolicies {
  readonly previewSite: { readonly isOn: boolean }
  readonly everyDomain: EveryDomain
}

export default ({ everyDomain, modelReview, previewSite }: Parts) => ({
  listProjects: listProjects(everyDomain),
  createProject: createProject(everyDomain),
  getProject: getProject(previewSite),
  updateProject: updateProject(everyDomain),
  deleteProject: deleteProject(everyDomain),
  archiveProject: archiveProject(everyDomain),
  unarchiveProject,
  getWorkspacePolicies: getWorkspacePolicies({ modelReview }),
  setWorkspacePolicies: setWorkspacePolicies({ modelReview }),
  getProjectPolicies: getProjectPolicies({ modelReview }),
  clearProjectPolicies: clearProjectPolicies({ modelReview }),
})
