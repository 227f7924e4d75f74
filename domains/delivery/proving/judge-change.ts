import { changesPages } from '../../code/deployments/index.ts'
import { protectedPathsOf } from '../../code/revisions/index.ts'
import { acceptanceTexts } from '../acceptance/index.ts'
import { changePartsOf, checksOf } from '../checks/index.ts'
import { hasUntried } from '../requests/index.ts'
import {
  earlierTests,
  factsOfChange,
  faultsOf,
  type Findings,
  newPackagesOf,
  packageReasons,
  policyFor,
  readChange,
  verdictOn,
} from '../review/index.ts'
import { compareTask, cycleRunId, type StepWork } from '../workbench/index.ts'
import { decideReview, type ReviewDecision, reviewRulesOf, type ReviewRules, type Unfinished } from './decide-review.ts'
import type { GivenTests } from './find-subject.ts'
import type { Probed } from './probe-change.ts'
import { faultsOfMend, logsOf } from './rules-checks.ts'

interface ProvedChange extends GivenTests {
  /** How often the review has sent the change back. */
  readonly reworks: number
  readonly unfinished?: Unfinished | undefined
  readonly probed?: Probed | undefined
  /** True if the parts of the change that had no time were tried again. */
  readonly isRestTried?: boolean | undefined
}

interface Judgement extends ReviewDecision {
  /** Whether parts of the change have to be tried before a person is asked about them. */
  readonly triesRest: boolean
  /** The project's rules when the decision was made. */
  readonly rules: ReviewRules
  /** The output of the checks that do not pass over the change. */
  readonly log: string
  /** Whether pages, styles or texts changed. */
  readonly isOfPages: boolean
}

/** Checks the change against rules that need no judgement, then asks a model to read it. */
export const judgeChange = async (
  stepWork: StepWork,
  { reworks, unfinished, probed, examined, accepted, isRestTried }: ProvedChange,
): Promise<Judgement> => {
  const { parts, context, work } = stepWork
  const { read, signal } = context
  const { project, task } = work
  const runId = cycleRunId(context.run)
  const checks = await read((tx) => checksOf(tx, task.id, runId))
  const changeParts = await read((tx) => changePartsOf(tx, { taskId: task.id, runId }))
  const named = await read((tx) => protectedPathsOf(tx, { projectId: project.id }))
  const kept = new Set(named.map(({ path }) => path))
  const compared = await compareTask(parts.repositories, work)
  const { faults, weakening, untested } = await faultsOf(parts.repositories, work, {
    compared,
    kept,
    checks,
    accepted: accepted ? await acceptanceTexts(stepWork) : [],
    signal,
  })
  const request = `${work.cycle.title}\n${work.cycle.description}`
  const unmended = faultsOfMend(task.mend?.checks ?? [], checks)
  const earlier = await earlierTests(stepWork, { checks, compared })
  const found = verdictOn(checks, [...faults, ...unmended], {
    weakening: [...(probed?.findings ?? []), ...weakening],
    parts: changeParts.length > 0 ? changeParts : undefined,
    earlier,
    acceptance: accepted,
    examination: examined,
  })
  const wasTold = task.review?.wasToldOfAcceptance === true
  const wasToldOfParts = task.review?.wasToldOfParts === true
  const seen = {
    ...(untested.length > 0 && { untestedValues: untested }),
    ...(probed && { probes: probed.results }),
    ...(examined && { examination: examined }),
    ...(accepted && { acceptance: accepted }),
    ...(wasTold && { wasToldOfAcceptance: true as const }),
    ...(wasToldOfParts && { wasToldOfParts: true as const }),
  }
  const rules = reviewRulesOf(project, parts)
  const { policies } = rules
  const action = policyFor(found, policies)
  const judged = { ...found, verdict: { ...found.verdict, ...seen } }
  const mayGoBack = reworks < rules.reworksMost
  // Lock files are large: if no person is asked about them, none is read.
  const packages =
    action === 'refuse' || policies.packages === 'merge'
      ? []
      : packageReasons(policies.packages, await newPackagesOf(parts.repositories, work, compared), request)
  const log = logsOf(checks)
  const isOfPages = changesPages(compared.files.flatMap(({ path }) => path ?? []))
  const known = { findings: judged, action, rules, mayGoBack, unfinished, packages, log, wasTold, wasToldOfParts }
  const first = decideReview({ ...known, model: undefined })
  const triesRest = !isRestTried && first.next.to === 'person' && hasUntried(first.next.reasons)
  // A change that is sent back needs no second opinion.
  if (triesRest || first.next.to === 'author') return { rules, log, isOfPages, triesRest, ...first }
  const facts = action === 'ask' ? await factsOfChange(parts.repositories, work, { compared, checks, signal }) : []
  const noted = { ...judged.verdict, findings: [...(judged.verdict.findings ?? []), ...facts] }
  const findings: Findings = facts.length === 0 ? judged : { ...judged, verdict: noted }
  const needsModel = action !== 'refuse' && policies.model !== 'off'
  const model = needsModel ? await readChange(stepWork, { checks, findings, compared }) : undefined
  return { rules, log, isOfPages, triesRest, ...decideReview({ ...known, findings, model }) }
}
