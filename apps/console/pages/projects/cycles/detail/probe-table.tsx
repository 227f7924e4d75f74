import { useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/state.tsx'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from './check-table.tsx'

type Probe = NonNullable<Evidence['verdict']>['probes'][number]

/** The result of each probe of the change, and its duration. */
export const ProbeTable = ({ probes }: { readonly probes: readonly Probe[] }) => {
  const words = useWords().cycle
  const { lasted } = useFormat()
  if (probes.length === 0) return null
  return (
    <table className="grid checks">
      <thead>
        <tr>
          <th>{words.probe}</th>
          <th>{words.result}</th>
          <th className="num">{words.took}</th>
        </tr>
      </thead>
      <tbody>
        {probes.map((probe, at) => (
          <tr key={at}>
            <td className="mono main">{probe.check === undefined ? probe.name : `${probe.name}, ${probe.check}`}</td>
            <td>
              <ProbeOutcome probe={probe} />
            </td>
            <td className="num quiet">{probe.durationMs === undefined ? '' : lasted(probe.durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ProbeOutcome = ({ probe: { outcome, reason, findings } }: { readonly probe: Probe }) => {
  const words = useWords().cycle
  const { worded } = useServerWords()
  if (outcome !== 'ran')
    return (
      <State glyph="stopped" tone="plain">
        {reason === undefined ? words.absent : worded(reason)}
      </State>
    )
  return findings > 0 ? (
    <State glyph="doubt" tone="bad">
      {words.findings(findings)}
    </State>
  ) : (
    <State glyph="good" tone="good">
      {words.noFinding}
    </State>
  )
}
