import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { packagesFolderOf, packagesPath, worktreePath, type Sandbox } from '../sandbox/index.ts'
import { packagesVariable, type SetupPlan } from '../setup/index.ts'
import type { PackageParts } from './parts.ts'
import { withSandbox, type SandboxFiles } from './with-sandbox.ts'
import { joinLogs, packIn, runPhase, type PhaseEnd } from './run-phase.ts'

const tarAt = '/opt/atelier/setup.tar'
const unreadableExit = 97

/** Whether a phase ended because a stored set could not be unpacked: it is recreated then. */
export const hadUnreadableSet = ({ exitCode }: PhaseEnd): boolean => exitCode === unreadableExit

/** Installs the fetched packages into a worktree, without network; lends a tar file of a pass if `keep` is set. */
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
      `${removeOlder}\n` +
      (fetchedTar === undefined ? '' : unpack) +
      plan.install.command
    const end = await runPhase(sandbox, signal, script, { ...plan.install.environment, ...variables })
    if (end.outcome !== 'passed') return { ...end, log: joinLogs(end.log, noNetwork) }
    const packed = `${randomUUID()}.tar`
    const finish = `rm -rf "$TMPDIR/atelier-cache"; ${hideAndPack(keep && packed)}`
    const isPacked = (await packIn(parts, sandbox, signal, finish)).exitCode === 0
    const set = join(packagesFolderOf(worktree.path), packed)
    if (keep) await (isPacked ? keep(set) : rm(set, { force: true }))
    return end
  })
}

interface Install {
  readonly plan: SetupPlan
  /** People's variables: they win over the plan's variables. */
  readonly variables: Readonly<Record<string, string>>
  readonly fetchedTar: string | undefined
  readonly keep: ((path: string) => Promise<void>) | undefined
}

const noNetwork =
  'Installing has no network. What it needs beside the fetched packages can be fetched first, by a fetch command of the project.'

// A folder that the install made is not part of the change, even if the repository forgot to have git ignore it.
const hide =
  'git ls-files -z --others --exclude-standard --directory | ' +
  `xargs -0 -r sh -c 'for path; do case "$path" in */) printf "*\\n" >"$path.gitignore" ;; esac; done' sh`
const listIgnored = 'git ls-files -z --others --ignored --exclude-standard --directory'

// Versions until 0.3 kept packages in the worktree, hidden from git.
const removeOlder = '[ ! -f .atelier-setup/.gitignore ] || rm -rf .atelier-setup'

/** The packages beside the worktree, in a set. */
const besideInSet = '.atelier-packages'

/** Packs files that git ignores: files that a commit would contain belong to the change. */
const hideAndPack = (packed: string | undefined) =>
  packed === undefined
    ? hide
    : `${hide} && set="$${packagesVariable}/${packed}" && ${listIgnored} | tar --null -T - -cf "$set" && ` +
      `tar -rf "$set" --exclude='./${packed}' --transform='s,^\\.,${besideInSet},S' -C "$${packagesVariable}" .`

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
      `${removeOlder}; set='${sandbox.path(tarAt)}'; tar -xf "$set" --anchored --exclude=${besideInSet} && ` +
        `tar -xf "$set" -C "$${packagesVariable}" --strip-components=1 ${besideInSet} || exit ${unreadableExit}\n` +
        `echo 'Unpacked: it was set up before for the same files.'`,
      { [packagesVariable]: sandbox.path(packagesPath) },
    ),
  )

/** The environment of commands in a set-up worktree. */
export const worktreeEnvironment = (
  { sandboxes }: Pick<PackageParts, 'sandboxes'>,
  worktree: Pick<SandboxFiles, 'path'>,
  { later }: Pick<SetupPlan, 'later'>,
): Readonly<Record<string, string>> => {
  const tree = sandboxes.isolates ? worktreePath : worktree.path
  const packages = packagesFolderOf(tree)
  const filled = Object.entries(later).map(([name, value]) => [
    name,
    value.replaceAll('{tree}', tree).replaceAll('{packages}', packages),
  ])
  return { [packagesVariable]: packages, ...Object.fromEntries(filled) } as Record<string, string>
}
