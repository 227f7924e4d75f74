export { openTerminals, type Terminals, type TerminalSettings } from './terminals.ts'
