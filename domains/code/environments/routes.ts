import createProjectEnvironment from './operations/create-project-environment.ts'
import deleteProjectEnvironment from './operations/delete-project-environment.ts'
import listProjectEnvironments from './operations/list-project-environments.ts'
import updateProjectEnvironment from './operations/update-project-environment.ts'

export default { listProjectEnvironments, createProjectEnvironment, updateProjectEnvironment, deleteProjectEnvironment }
