import { join } from 'node:path'
import { worktreePath, type Sandbox } from '../sandbox/index.ts'
import type { SetupPlan } from '../setup/index.ts'
import type { PackageParts } from './parts.ts'
import { withSandbox, type SandboxFiles } from './with-sandbox.ts'
import { joinLogs, packName, runPhase, type PhaseEnd } from './run-phase.ts'

const tarAt = '/opt/atelier/setup.tar'
const unreadableExit = 97

/** Whether a phase ended because a stored set could not be unpacked: it is made anew then. */
export const hadUnreadableSet = ({ exitCode }: PhaseEnd): boolean => exitCode === unreadableExit

/**
 * Installs into a worktree what was fetched, with the scripts that the plan allows and no network. Lends its result as
 * a tar file if `keep` is given and the install passed.
 */
export const installPackages = (
  parts: PackageParts,
  signal: AbortSignal,
  worktree: SandboxFiles,
  { plan, variables, fetchedTar, keep }: Install,
): Promise<PhaseEnd> => {
  const binds = fetchedTar === undefined ? [] : [{ from: fetchedTar, to: tarAt }]
  const view = { binds, environment: { ...worktreeEnvironment(parts, worktree, plan), ...variables } }
  return withSandbox(parts, worktree, view, async (sandbox) => {
    const unpack = `tar -xf '${sandbox.path(tarAt)}' -C "$SETUP_CACHE" || exit ${unreadableExit}\n`
    const script =
      `SETUP_CACHE="$TMPDIR/atelier-cache" && export SETUP_CACHE && mkdir "$SETUP_CACHE" || exit 1\n` +
      (fetchedTar === undefined ? '' : unpack) +
      plan.install.command
    const end = await runPhase(sandbox, signal, script, { ...plan.install.environment, ...variables })
    if (end.outcome !== 'passed') return { ...end, log: joinLogs(end.log, noNetwork) }
    const packed = packName()
    const isPacked = (await sandbox.run({ argv: ['sh', '-c', hideAndPack(keep && packed)], signal })).exitCode === 0
    if (keep && isPacked) await keep(join(worktree.path, packed))
    return end
  })
}

interface Install {
  readonly plan: SetupPlan
  /** People's variables: they win over those of the plan. */
  readonly variables: Readonly<Record<string, string>>
  readonly fetchedTar: string | undefined
  readonly keep: ((path: string) => Promise<void>) | undefined
}

const noNetwork =
  'Installing has no network. What it needs beside the fetched packages can be fetched first, by a fetch command of the project.'

// A folder that the install made is none of the change's, also where the repository forgot to have git ignore it.
const hide =
  'git ls-files -z --others --exclude-standard --directory | ' +
  `xargs -0 -r sh -c 'for path; do case "$path" in */) printf "*\\n" >"$path.gitignore" ;; esac; done' sh`
const listIgnored = 'git ls-files -z --others --ignored --exclude-standard --directory'

/** Packs files that git ignores: files that a commit would contain belong to the change. */
const hideAndPack = (packed: string | undefined) =>
  packed === undefined ? hide : `${hide} && ${listIgnored} | tar --null -T - -cf '${packed}'`

/** Lays a kept set into a worktree. */
export const unpackSet = (
  parts: PackageParts,
  signal: AbortSignal,
  worktree: SandboxFiles,
  path: string,
): Promise<PhaseEnd> =>
  withSandbox(parts, worktree, { binds: [{ from: path, to: tarAt }] }, (sandbox: Sandbox) =>
    runPhase(
      sandbox,
      signal,
      `tar -xf '${sandbox.path(tarAt)}' || exit ${unreadableExit}\necho 'Unpacked: it was set up before for the same files.'`,
      {},
    ),
  )

/** The environment of commands in a set-up worktree. */
export const worktreeEnvironment = (
  { sandboxes }: Pick<PackageParts, 'sandboxes'>,
  worktree: Pick<SandboxFiles, 'path'>,
  { later }: Pick<SetupPlan, 'later'>,
): Readonly<Record<string, string>> => {
  const tree = sandboxes.isolates ? worktreePath : worktree.path
  return Object.fromEntries(Object.entries(later).map(([name, value]) => [name, value.replaceAll('{tree}', tree)]))
}
