import { useFormat } from '../../../../format.ts'
import { State } from '../../../../parts/feedback/state.tsx'
import { useCoverageWords } from '../../../../words/coverage/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'

type Probe = NonNullable<Evidence['verdict']>['probes'][number]

/** The findings of all probes in one line, with a table of the probes that is open if there are findings. */
export const ProbeTable = ({ probes }: { readonly probes: readonly Probe[] }) => {
  const words = useWords().cycle
  const { probe: title, probes: names, probed } = useCoverageWords()
  const { worded } = useServerWords()
  const { lasted } = useFormat()
  // If no probe ran for one common reason, the verdict has that reason.
  if (probes.every(({ outcome, reason }) => outcome !== 'ran' && reason === probes[0]?.reason)) return null
  const hasChecks = new Set(probes.map(({ check }) => check)).size > 1
  const ran = probes.filter(({ outcome }) => outcome === 'ran')
  const findingCount = ran.reduce((sum, { findings }) => sum + findings, 0)
  return (
    <details className="check-fold" open={findingCount > 0}>
      <summary>
        {probed(ran.length, findingCount === 0 ? undefined : words.findings(findingCount), probes.length - ran.length)}
      </summary>
      <table className="grid checks probes">
        <thead>
          <tr>
            <th>{title}</th>
            <th>{words.result}</th>
            <th className="num">{words.took}</th>
          </tr>
        </thead>
        <tbody>
          {probes.map((probe, at) => (
            <tr key={at}>
              <td className="main" title={probe.name}>
                {(names as Readonly<Record<string, string>>)[probe.name] ?? probe.name}{' '}
                {hasChecks ? <span className="mono quiet">{probe.check}</span> : null}
                {probe.outcome === 'ran' || probe.reason === undefined ? null : (
                  <div className="quiet" dir="auto">
                    {worded(probe.reason)}
                  </div>
                )}
              </td>
              <td>
                <ProbeOutcome probe={probe} />
              </td>
              <td className="num quiet">
                {probe.outcome === 'ran' && probe.durationMs !== undefined ? lasted(probe.durationMs) : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The outcome of a probe. A probe without a finding proves nothing, so it has no green mark. */
const ProbeOutcome = ({ probe: { outcome, findings } }: { readonly probe: Probe }) => {
  const words = useWords().cycle
  const { notProbed, noFinding } = useCoverageWords()
  if (outcome !== 'ran')
    return (
      <State glyph="stopped" tone="plain">
        {notProbed}
      </State>
    )
  return (
    <State glyph={findings > 0 ? 'doubt' : 'checked'} tone={findings > 0 ? 'wait' : 'plain'}>
      {findings > 0 ? words.findings(findings) : noFinding}
    </State>
  )
}
