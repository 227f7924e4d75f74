export { openDesktops, type Desktops } from './desktops.ts'
export { openPeople, type People } from './sessions.ts'
export { openTerminals, type Terminals, type TerminalSettings } from './terminals.ts'
