import { implement } from '../../../platform/contract/index.ts'
import { projects } from './contract.ts'
import createProject from './operations/create-project.ts'
import deleteProject, { type EndWork } from './operations/delete-project.ts'
import getProject from './operations/get-project.ts'
import listProjects from './operations/list-projects.ts'
import updateProject from './operations/update-project.ts'

export default (endWork: EndWork) =>
  implement(projects, { listProjects, createProject, getProject, updateProject, deleteProject: deleteProject(endWork) })
