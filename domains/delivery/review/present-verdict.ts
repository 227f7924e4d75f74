import { kindsNoTestShows } from '../../../execution/test-changes/index.ts'
import type { Verdict } from '../tasks/contract/verdict.ts'

/** A verdict for the agency; `names` are those of people who gave acceptance tests. */
export const presentVerdict = (
  {
    findings = [],
    reproduced = [],
    untestedValues = [],
    probes = [],
    account,
    examination,
    acceptance,
    model,
    wasToldOfAcceptance: _stored,
    ...verdict
  }: Verdict,
  names: ReadonlyMap<string, string | undefined>,
) => ({
  ...verdict,
  account: account ?? null,
  acceptance: acceptance
    ? {
        ...acceptance,
        tests: acceptance.tests.map(({ told: _told, ...test }) => test),
        files: acceptance.files.map(({ givenAt, ...file }) => ({
          ...file,
          givenAt: new Date(givenAt),
          givenByName: names.get(file.givenBy) ?? null,
        })),
      }
    : null,
  examination: examination ?? null,
  findings: findings.map((found) => ({ ...found, unshown: kindsNoTestShows.includes(found.kind) })),
  reproduced: [...reproduced],
  untestedValues: [...untestedValues],
  probes: [...probes],
  modelReview: model ? { ...model, findings: [...model.findings] } : null,
})
