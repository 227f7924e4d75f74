import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { listProjectSecretEntries } from '../../../../domains/code/secrets/contract.ts'
import { atelier, quoted } from '../../command.ts'
import type { Client } from '../../client/client.ts'
import { findOwner, findStored, projectRoot } from '../../client/credentials.ts'
import { askWhatMerges } from '../../cycle/merge-policy.ts'
import { failed, Failure, usage } from '../../failure.ts'
import { importPath, type ImportOptions } from '../../import/import-path.ts'
import { notesOf } from '../../import/source.ts'
import { readCheckout, type Checkout } from '../../init/checkout.ts'
import { firstChanges, type FirstChange } from '../../init/first-changes.ts'
import { checkoutRows, rowLines, type CheckoutRow } from '../../init/found-rows.ts'
import { asksForNetwork, lacksModule } from '../../init/telling-line.ts'
import { tryTests, type TriedCheckout, type TriedCommand } from '../../init/try-tests.ts'
import { linkedProject } from '../../project.ts'
import { findRepository, type FoundRepository } from '../../repository/find-repository.ts'
import { openView } from '../../repository/view.ts'
import type { Session } from '../../session.ts'
import { withCheckoutLock } from '../../sync/checkout-lock.ts'
import { inTemporaryFolder } from '../../temporary-folder.ts'
import { counted, durationText, listed, printable, sizeText } from '../../terminal/text.ts'
import { signIn } from '../people/login.ts'

type InitOptions = ImportOptions

/**
 * `atelier init [path]`: imports a checkout, runs its tests in a sandbox, and reports missing parts and first changes.
 */
export const init = async (session: Session, path: string, options: InitOptions): Promise<void> => {
  const found = await checkoutAt(session, path)
  await refuseHugeHistory(found)
  await signInHere(session)
  const client = await session.client()
  await withCheckoutLock(session, found, {}, async () => {
    const known = await linkedProject(client, found)
    const projectId = known ?? (await importPath(session, path, options)).imported.projectId
    await inTemporaryFolder(async (folder) => {
      session.ifInterrupted(
        `Stopped. The project is imported, and the tests were not run to their end: ${atelier} init runs them again.`,
      )
      const view = await openView(found, folder, session.signal)
      if (known !== undefined) for (const note of await notesOf(found, view, session.signal)) session.output.say(note)
      const commit = view.headSha
      if (commit === undefined)
        throw failed('no_branch', 'No commit is checked out here. Check one out, then run this again.')
      const checkout = await readCheckout(view, commit, session.signal)
      const tried = await tryTests(session, view.gitDir, checkout, folder)
      const secrets = await secretsOf(client, projectId)
      const rows = checkoutRows({ checkout, tried, secrets, atelier })
      report(session, {
        projectId,
        isNew: known === undefined,
        rows,
        changes: firstChanges(factsOf(checkout, tried)),
        tried,
      })
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
  output.document({
    projectId,
    imported: isNew,
    rows,
    proposals: changes,
    setup: tried.setup ?? null,
    checks: tried.checks,
  })
  output.print([isNew ? 'Imported. What was found:' : 'Imported before. What was found:', ...rowLines(rows)].join('\n'))
  const lines = changes.flatMap(({ title, reason, touches, proof }, at) => [
    `${at + 1}. ${printable(title)} (${printable(reason)})`,
    `   Touches ${printable(touches)}. Proved by: ${printable(proof)}.`,
    `   ${atelier} deliver ${quoted(printable(title))}`,
  ])
  if (lines.length > 0) output.print(['', 'Changes to begin with:', ...lines].join('\n'))
  else output.print(`\n${wellText(tried)}Say what should change: ${atelier} deliver "<your wish>"`)
}

/** The commands that pass, where nothing asks for a change. */
const wellText = ({ checks }: TriedCheckout) => {
  const passed = checks.filter(({ outcome }) => outcome === 'passed')
  const texts = passed.map(
    ({ command, durationMs, passedTests }) =>
      `${printable(command.split('\n')[0]!)} passes in ${durationText(durationMs)}${passedTests === undefined ? '' : ` (${counted(passedTests, 'test')})`}`,
  )
  return texts.length === 0 ? '' : `${listed(texts)}. `
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

/** Only names. A caller who may not read them gets all names that the files have. */
const secretsOf = async (client: Client, projectId: string): Promise<ReadonlySet<string>> => {
  const read = client.call(listProjectSecretEntries, { params: { projectId } })
  const { entries } = await read.catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'not_reached') return { entries: [] }
    throw error
  })
  return new Set(entries.map(({ key }) => key))
}

const manifests: readonly (readonly [manifest: string, locks: readonly string[]])[] = [
  [
    'package.json',
    ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
  ],
  ['Cargo.toml', ['Cargo.lock']],
  ['Gemfile', ['Gemfile.lock']],
  ['composer.json', ['composer.lock']],
]

/** Tests that fail for want of a program, a package or the network are no verdict on the code. */
const lacksSomething = ({ outcome, cause, log }: TriedCommand) =>
  outcome === 'failed' && (cause !== undefined || asksForNetwork(log) || lacksModule(log))

const factsOf = ({ paths, checks, plan, postponed }: Checkout, tried: TriedCheckout) => {
  const there = new Set(paths)
  const unlocked = manifests.find(([manifest, locks]) => there.has(manifest) && !locks.some((lock) => there.has(lock)))
  const test = tried.checks.find(({ name }) => name === 'test')
  return {
    paths,
    testCommand: checks[0]?.command,
    tests: test === undefined ? ('not_run' as const) : lacksSomething(test) ? ('could_not_run' as const) : test.outcome,
    isSetUp: tried.setup === undefined || tried.setup.outcome === 'passed',
    testsEnd: test?.log ?? '',
    logs: tried.checks.map(({ log }) => log),
    failedChecks: tried.checks.filter((check) => check.name !== 'test' && check.outcome === 'failed'),
    unlockedManifest: plan?.resolvedOn === undefined ? undefined : unlocked?.[0],
    postponed,
    day: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
  }
}
