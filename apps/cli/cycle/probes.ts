import { counted, durationText, printable } from '../terminal/text.ts'
import type { Evidence } from './evidence.ts'

type Verdict = Evidence['verdict']

/** `identity, traps (1.4 s): no finding`; empty if none ran. */
export const probesText = (verdict: Verdict): string => {
  const probes = verdict?.probes ?? []
  if (probes.length > 0 && probes.every(({ outcome }) => outcome === 'off')) return 'off'
  const ran = probes.filter(({ outcome }) => outcome === 'ran')
  if (ran.length === 0) return ''
  const names = [...new Set(ran.map(({ name }) => printable(name)))].join(', ')
  const tookMs = probes.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const found = ran.reduce((sum, { findings }) => sum + findings, 0)
  return `${names} (${durationText(tookMs)}): ${findingsText(found)}`
}

const findingsText = (count: number) => (count === 0 ? 'no finding' : counted(count, 'finding'))

/** The result of each probe, in a line each; no lines if no probe ran, which the list of unshown parts explains. */
export const probeLines = (verdict: Verdict): string[] => {
  const probes = verdict?.probes ?? []
  if (probes.every(({ outcome }) => outcome !== 'ran')) return []
  const lines = probes.map(({ name, check, outcome, reason = '', durationMs = 0, findings }) => {
    const of = check === undefined ? '' : `, ${printable(check)}`
    const result = outcome === 'ran' ? findingsText(findings) : printable(reason)
    return `  ${printable(name)}${of}: ${result}${durationMs > 0 ? ` (${durationText(durationMs)})` : ''}`
  })
  return ['Probes:', ...lines]
}
