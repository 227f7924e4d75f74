export { probeChange, probeExamined, type Probed } from './probe-change.ts'
