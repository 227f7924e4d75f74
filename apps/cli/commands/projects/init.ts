import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { listProjectSecretEntries } from '../../../../domains/code/secrets/contract.ts'
import {
  firstChanges,
  type CheckoutFacts,
  type FirstChange,
} from '../../../../domains/delivery/repository-reads/rules/first-changes.ts'
import { asksForNetwork, failureLine, lacksModule } from '../../../../execution/reports/telling-line.ts'
import { atelier, quoted } from '../../program/command.ts'
import type { Client } from '../../client/client.ts'
import { findOwner, findStored, projectRoot } from '../../client/credentials.ts'
import { askWhatMerges } from '../../cycle/merge-policy.ts'
import { failed, undefinedIf, usage } from '../../failure.ts'
import { importPath, type ImportOptions } from '../../import/import-path.ts'
import { notesOf } from '../../import/source.ts'
import { readCheckout, type Checkout } from '../../init/checkout.ts'
import { checkoutRows, rowLines, type CheckoutRow } from '../../init/found-rows.ts'
import { tryTests, type TriedCheckout, type TriedCommand } from '../../init/try-tests.ts'
import { linkedProject } from '../../project.ts'
import { firstChangeLines } from '../../init/first-change-lines.ts'
import { findRepository, type FoundRepository } from '../../repository/find-repository.ts'
import { openView } from '../../repository/view.ts'
import type { Session } from '../../session.ts'
import { withCheckoutLock } from '../../sync/checkout-lock.ts'
import { inTemporaryFolder } from '../../files/temporary-folder.ts'
import { sizeText } from '../../terminal/text.ts'
import { signIn } from '../people/login.ts'

/**
 * `atelier init [path]`: imports a checkout, runs its tests in a sandbox, and reports missing parts and first changes.
 */
export const init = async (session: Session, path: string, options: ImportOptions): Promise<void> => {
  const found = await checkoutAt(session, path)
  await refuseHugeHistory(found)
  await signInHere(session)
  const client = await session.client()
  await withCheckoutLock(session, found, {}, async () => {
    const linkedId = await linkedProject(client, found)
    const projectId = linkedId ?? (await importPath(session, path, options)).imported.projectId
    await inTemporaryFolder(async (folder) => {
      session.ifInterrupted(
        `Stopped. The project is imported, and the tests were not run to their end: ${atelier} init runs them again.`,
      )
      const view = await openView(found, folder, session.signal)
      if (linkedId !== undefined)
        for (const note of await notesOf(found, view, session.signal)) session.output.say(note)
      const commit = view.headSha
      if (commit === undefined)
        throw failed('no_branch', 'No commit is checked out here. Check one out, then run this again.')
      const checkout = await readCheckout(view, commit, session.signal)
      const tried = await tryTests(session, view.gitDir, checkout, folder)
      const secrets = await secretsOf(client, projectId)
      const rows = checkoutRows({ checkout, tried, secrets, atelier })
      const changes = firstChanges(factsOf(checkout, tried))
      report(session, { projectId, isNew: linkedId === undefined, rows, changes, tried })
    })
  })
  await askWhatMerges(session)
}

interface InitReport {
  readonly projectId: string
  readonly isNew: boolean
  readonly rows: readonly CheckoutRow[]
  readonly changes: readonly FirstChange[]
  readonly tried: TriedCheckout
}

const report = ({ output }: Session, { projectId, isNew, rows, changes, tried }: InitReport) => {
  const { setup = null, checks } = tried
  output.document({ projectId, imported: isNew, rows, proposals: changes, setup, checks })
  output.print([isNew ? 'Imported. What was found:' : 'Imported before. What was found:', ...rowLines(rows)].join('\n'))
  const passed = checks
    .filter(({ outcome }) => outcome === 'passed')
    .map(({ command, durationMs, passedTests: tests = null }) => ({ command, durationMs, tests }))
  output.print(['', ...firstChangeLines({ changes, passed })].join('\n'))
}

/** The checkout that a path is in. Other kinds of folders have a command of their own, which is named. */
const checkoutAt = async ({ cwd }: Session, path: string): Promise<FoundRepository> => {
  const at = resolve(cwd, path)
  const status = await stat(at).catch(() => undefined)
  if (!status?.isDirectory()) throw usage(`There is no folder ${at}. Name a folder with a git repository.`)
  const found = await findRepository(at)
  if (!found)
    throw failed(
      'no_repository',
      `${at} is in no git repository. Make one: git init && git add . && git commit -m "First commit". Or import its files as one commit: ${atelier} import`,
    )
  if (found.workTree === undefined)
    throw failed('no_checkout', `${at} is a repository without files. Import it: ${atelier} import ${quoted(path)}`)
  return found
}

const historyMostBytes = 5 * 2 ** 30

/** Refused before packing; the server refuses a larger bundle. */
const refuseHugeHistory = async ({ commonDir }: FoundRepository) => {
  const folder = join(commonDir, 'objects', 'pack')
  let sizeBytes = 0
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.pack')) sizeBytes += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0
  if (sizeBytes > historyMostBytes)
    throw failed(
      'history_too_large',
      `The history has ${sizeText(sizeBytes)}, and Atelier takes up to ${sizeText(historyMostBytes)}. Import a bundle with less of it: git bundle create less.bundle <branch> --since=<date>, then ${atelier} import less.bundle`,
    )
}

/** The operator of a server on this machine need not log in first. */
const signInHere = async (session: Session) => {
  const { environment, cwd } = session
  if (environment.ATELIER_API_KEY || (await findStored(environment))) return
  if (!(await findOwner(environment, [cwd, projectRoot]))) return
  const { url } = await signIn(session, {})
  session.output.say(`You are logged in at ${url}.`)
}

/** The names of a project's secrets; none for a caller who may not read them, so that all are reported as missing. */
const secretsOf = async (client: Client, projectId: string): Promise<ReadonlySet<string>> => {
  const found = await client
    .call(listProjectSecretEntries, { params: { projectId } })
    .catch(undefinedIf(({ code }) => code !== 'not_reached'))
  return new Set(found?.entries.map(({ key }) => key))
}

/** Tests that fail for want of a program, a package or the network are no verdict on the code. */
const lacksSomething = ({ outcome, cause, log }: TriedCommand) =>
  outcome === 'failed' && (cause !== undefined || asksForNetwork(log) || lacksModule(log))

const factsOf = ({ paths, checks, unlockedManifest, work }: Checkout, tried: TriedCheckout): CheckoutFacts => {
  const test = tried.checks.find(({ name }) => name === 'test')
  return {
    ...work,
    paths,
    testCommand: checks[0]?.command,
    tests: test === undefined ? 'not_run' : lacksSomething(test) ? 'could_not_run' : test.outcome,
    isSetUp: tried.setup === undefined || tried.setup.outcome === 'passed',
    failure: failureLine(test?.log ?? ''),
    passedTests: test?.passedTests,
    runtime: tried.runtime,
    logs: [...(tried.setup ? [tried.setup.log] : []), ...tried.checks.map(({ log }) => log)],
    failedChecks: tried.checks.filter((check) => check.name !== 'test' && check.outcome === 'failed'),
    unlockedManifest,
    day: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
  }
}
