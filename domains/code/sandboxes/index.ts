export { openDesktops, type Desktops } from './desktops.ts'
export { imageBuildRecord } from './image-builds.ts'
export { openPeople, type People } from './sessions.ts'
export { openTerminals, type Terminals, type TerminalSettings } from './terminals.ts'
