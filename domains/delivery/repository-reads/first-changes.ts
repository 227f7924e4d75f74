import { setupFilesOf } from '../../../execution/packages/index.ts'
import { asksForNetwork, failureLine, lacksModule } from '../../../execution/reports/telling-line.ts'
import { checkFiles, derivedChecks, readSetup, type CheckFiles } from '../../../execution/setup/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { findProject } from '../../code/projects/index.ts'
import { checksAtCommit, type CheckRow } from '../checks/index.ts'
import { isSetup, readTextFiles } from '../workbench/index.ts'
import { listFirstChanges as contract } from './contract.ts'
import { findBranch, isReadable } from './find-branch.ts'
import type { ReadParts } from './live-changes.ts'
import { inTime } from './reading.ts'
import { firstChanges, lockRefusals, unlockedManifestAmong, type CheckoutFacts } from './rules/first-changes.ts'

/** Suggests by the rules of `atelier init`, from the newest commit and from the checks that a cycle ran over it. */
export const listFirstChanges = ({ repositories, log }: ReadParts) =>
  handle(contract, async (context) => {
    const { workspace, params, read, now, absent, fail, ok } = context
    const found = await inTime(log, context, async (signal) => {
      const place = await read((tx) => findBranch(tx, params.id, {}))
      if (typeof place === 'string') return place
      const { repository, head: commit } = place
      if (!(await isReadable(repositories, repository))) return 'unreachable'
      if (!commit) return 'branchGone'
      const { project, rows } = await read(async (tx) => ({
        project: (await findProject(tx, params.id)) ?? absent(),
        rows: await checksAtCommit(tx, { projectId: params.id, commitSha: commit }),
      }))
      const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length)
      const paths = await repositories.pathsOf(repository.id, commit)
      const textsOf = async (wanted: readonly string[]) => {
        const files = await readTextFiles(repositories, repository.id, commit, wanted)
        return Object.fromEntries(files.map(({ path, text }) => [path, text]))
      }
      const files: CheckFiles = await textsOf(checkFiles)
      const checks = project.runtime.checks ?? derivedChecks(files)
      const node = { machine: process.versions.node }
      const setupFiles = await setupFilesOf({ repositories }, { repositoryId: repository.id, commit })
      const plan = await readSetup(setupFiles, { at: { day, node }, own: {} }, { key: workspace, signal })
      const facts: CheckoutFacts = {
        ...(await repositories.reads.workFacts(repository.id, commit, signal)),
        ...factsOfChecks(rows),
        paths,
        testCommand: checks[0]?.command,
        unlockedManifest:
          plan?.resolvedOn === undefined ? undefined : unlockedManifestAmong(paths, await textsOf(lockRefusals)),
        day,
      }
      return { commitSha: commit, changes: [...firstChanges(facts)], passed: rows.filter(isPassed).map(presentPassed) }
    })
    return typeof found === 'string' ? fail[found]() : ok(found)
  })

const isPassed = (row: CheckRow) => row.outcome === 'passed' && !isSetup(row)

const passedIn = ({ report }: CheckRow): number | undefined =>
  report && report.fault === undefined ? report.tests.filter(({ outcome }) => outcome === 'passed').length : undefined

const presentPassed = (row: CheckRow) => ({ ...row, tests: passedIn(row) ?? null })

const factsOfChecks = (rows: readonly CheckRow[]) => {
  const test = rows.find((row) => row.name === 'test')
  const setup = rows.find(isSetup)
  const isLacking = test?.outcome === 'failed' && (asksForNetwork(test.log) || lacksModule(test.log))
  const tests: CheckoutFacts['tests'] = test === undefined ? 'not_run' : isLacking ? 'could_not_run' : test.outcome
  return {
    tests,
    isSetUp: setup === undefined || setup.outcome === 'passed',
    failure: failureLine(test?.log ?? ''),
    passedTests: test && passedIn(test),
    logs: rows.map(({ log }) => log),
    failedChecks: rows.filter((row) => row.name !== 'test' && !isSetup(row) && row.outcome === 'failed'),
  }
}
