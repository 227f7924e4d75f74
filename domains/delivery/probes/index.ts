export { probeChange, type Probed } from './probe-change.ts'
