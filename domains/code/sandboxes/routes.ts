import getProjectDesktop from './operations/get-project-desktop.ts'
import getProjectTerminal from './operations/get-project-terminal.ts'
import listProjectImageBuilds from './operations/list-project-image-builds.ts'
import startProjectDesktop from './operations/start-project-desktop.ts'
import type { Terminals } from './terminals.ts'

export interface SandboxesParts {
  readonly terminals: Terminals
}

export default ({ terminals }: SandboxesParts) => ({
  getProjectDesktop,
  startProjectDesktop,
  listProjectImageBuilds,
  getProjectTerminal: getProjectTerminal(terminals),
})
