import type { DesktopOperationParts } from './desktops.ts'
import getProjectDesktop from './operations/get-project-desktop.ts'
import getProjectTerminal from './operations/get-project-terminal.ts'
import listProjectImageBuilds from './operations/list-project-image-builds.ts'
import startProjectDesktop from './operations/start-project-desktop.ts'
import type { People } from './sessions.ts'
import type { Terminals } from './terminals.ts'

export interface SandboxesParts extends DesktopOperationParts {
  readonly terminals: Terminals
  readonly people: People
}

export default (parts: SandboxesParts) => ({
  getProjectDesktop: getProjectDesktop(parts),
  startProjectDesktop: startProjectDesktop(parts),
  listProjectImageBuilds,
  getProjectTerminal: getProjectTerminal(parts.terminals),
})
