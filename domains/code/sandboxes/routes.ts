import getProjectDesktop from './operations/get-project-desktop.ts'
import listProjectImageBuilds from './operations/list-project-image-builds.ts'
import startProjectDesktop from './operations/start-project-desktop.ts'

export default { getProjectDesktop, startProjectDesktop, listProjectImageBuilds }
