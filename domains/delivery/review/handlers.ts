import pLimit from 'p-limit'
import { isAgency, namesOfPeople } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Log } from '../../../platform/jobs/index.ts'
import { GitError, type Repositories } from '../../../execution/repositories/index.ts'
import { kindsNoTestShows } from '../../../packages/verdict/index.ts'
import { resourcesOfRun } from '../../agents/project-resources/index.ts'
import { environmentOfRun } from '../../code/environments/index.ts'
import { primaryRepository, repositoriesOnOwnHost, repositoryOfWork } from '../../code/repository-records/index.ts'
import { changePartsOf, checksOf, hiddenOutput, presentCheck, presentRerun, rerunsOf } from '../checks/index.ts'
import type { Verdict } from '../tasks/contract/verdict.ts'
import { findTask } from '../tasks/index.ts'
import { repositoryOfCommit } from '../workbench/index.ts'
import { agentTraceOf } from './agent-trace.ts'
import * as contract from './contract.ts'
import { changeHiddenFromClients, changeOf, contentMostBytes, packagesOf, wholeDelivery } from './evidence.ts'

/** A verdict for the agency; `names` belong to the people who added acceptance tests. */
const presentVerdict = (
  {
    findings = [],
    reproduced = [],
    untestedValues = [],
    probes = [],
    account,
    examination,
    acceptance,
    model,
    wasToldOfAcceptance: _toldOfTests,
    wasToldOfParts: _toldOfParts,
    ...verdict
  }: Verdict,
  names: ReadonlyMap<string, string>,
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

// Each request may start several processes of git; without a bound a few thousand requests would start as many.
const looking = pLimit(8)

interface EvidenceParts {
  readonly repositories: Repositories
  readonly log: Pick<Log, 'error'>
  readonly linkTo: (path: string) => string
}

const getTaskReviewEvidence = ({ repositories, log, linkTo }: EvidenceParts) =>
  handle(contract.getTaskReviewEvidence, async ({ params, caller, read, signal, requestId, absent, fail, ok }) => {
    const task = (await read((tx) => findTask(tx, params.id))) ?? absent()
    const { branch, baseSha, headSha, runId, projectId, repositoryId } = task
    if (!branch || !baseSha || !headSha || !runId) return fail.noEvidence()
    const [recorded, own, checks, reruns, { from: environments }, resources, parts] = await read((tx) =>
      Promise.all([
        repositoryId ? repositoryOfWork(tx, { projectId, id: repositoryId }) : primaryRepository(tx, projectId),
        repositoriesOnOwnHost(tx, projectId),
        checksOf(tx, task.id, runId),
        rerunsOf(tx, { taskId: task.id, runId }),
        environmentOfRun(tx, runId),
        resourcesOfRun(tx, runId),
        changePartsOf(tx, { taskId: task.id, runId }),
      ]),
    )
    if (!recorded) return fail.noEvidence()
    const givers = task.review?.acceptance?.files.map(({ givenBy }) => givenBy) ?? []
    const names = await read((tx) => namesOfPeople(tx, givers))
    const verdict = task.review && presentVerdict(task.review, names)
    const about = {
      taskId: task.id,
      branch,
      baseSha,
      headSha,
      source: recorded.attached ? recorded.host : ('archive' as const),
      checkReruns: reruns.map((rerun) => presentRerun(rerun, caller)),
    }
    if (!isAgency(caller.role)) {
      return ok({
        ...about,
        ...changeHiddenFromClients,
        checks: checks.map((check) => ({ ...presentCheck(check), ...hiddenOutput, coverage: null })),
        carriedOutBy: null,
        rounds: [],
        testsKeptByCycleId: null,
        trace: null,
        verdict: verdict && {
          ...verdict,
          reasons: [],
          findings: [],
          reproduced: [],
          untestedValues: [],
          account: null,
          probes: [],
          examination: null,
          acceptance: null,
          modelReview: null,
        },
      })
    }
    const between = { base: baseSha, head: headSha }
    // Skip callers that disconnected while queued.
    const change = await looking(async () => {
      if (signal.aborted) return undefined
      const repository = repositoryId ? recorded : await repositoryOfCommit(repositories, recorded, own, headSha)
      return lookAt(repositories, repository, between).catch(unanswered(log, requestId))
    })
    if (!change)
      return (await isForgotten(repositories, recorded.id, headSha)) ? fail.noEvidence() : fail.hostUnreachable()
    const given = {
      environments: [...environments],
      ...resources,
      checks: checks.map(presentCheck),
      carriedOutBy: task.agent,
      rounds: [...task.rounds],
      testsKeptByCycleId: task.testsKeptByCycleId,
    }
    const { patchRead, ...shown } = change
    const trace = agentTraceOf({ task, parts, patch: patchRead, linkTo })
    return ok({ ...about, ...shown, ...given, verdict, trace })
  })

const comparedMost = 20_000

const lookAt = async (
  repositories: Repositories,
  { id, attached }: { readonly id: string; readonly attached: boolean },
  between: { readonly base: string; readonly head: string },
) => {
  const compared = await repositories.compare(id, { ...between, maxFiles: comparedMost })
  const [patchRead, whole, packages] = await Promise.all([
    repositories.patch(id, { ...between, maxBytes: contentMostBytes }),
    attached ? undefined : wholeDelivery(repositories, id, between),
    packagesOf(repositories, id, between, compared),
  ])
  return { ...(whole ?? changeOf(compared, patchRead)), patchRead, packages }
}

// Commits that no branch names any more, such as a stopped run's from an earlier version, are deleted some time later.
const isForgotten = async (repositories: Repositories, id: string, headSha: string) =>
  (await repositories.exists(id)) && !(await repositories.commitExists(id, headSha).catch(() => true))

// Git reports that it could not read the repository; any other error is a bug, and ends in 500.
const unanswered = (log: EvidenceParts['log'], requestId: string) => (error: unknown) => {
  if (!(error instanceof GitError)) throw error
  log.error({ err: error, requestId }, 'Reading a repository failed')
  return undefined
}

export default (parts: EvidenceParts) => ({ getTaskReviewEvidence: getTaskReviewEvidence(parts) })
