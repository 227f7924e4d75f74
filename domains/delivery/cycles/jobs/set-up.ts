import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worktree } from '../../../../execution/repositories/index.ts'
import type { Sandbox } from '../../../../execution/sandbox/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import { lockFiles, setupName } from '../checks.ts'
import type { CycleParts } from './parts.ts'
import { runCheck } from './run-check.ts'
import { withSandbox } from './sandboxed.ts'
import type { Work } from './work.ts'

const packedAt = '/opt/atelier/setup.tar'
const packedMostBytes = 4 * 2 ** 30

/** Whether a check is the setup, which is kept beside the checks but is none of them. */
export const isSetup = ({ name }: Pick<CheckRow, 'name'>): boolean => name === setupName

/**
 * Makes a worktree ready for its checks by the project's setup command. Its result, which is what git ignores, is
 * packed once for each content of the lock files and unpacked from then on; only the command itself may reach the
 * hosts that the operator names. What a change of nobody's approval set up is used for its own checks alone.
 * Undefined where the project has no setup command.
 */
export const setUp = async (
  parts: CycleParts,
  context: Pick<EffectContext, 'signal'>,
  work: Work,
  worktree: Worktree,
  at: { readonly commit: string; readonly phase: CheckRow['phase'] },
): Promise<CheckRow | undefined> => {
  const { setup } = work.project.runtime
  if (!setup) return undefined
  const key = `setups/${work.project.id}/${await fingerprint(parts, work, at.commit, setup)}.tar`
  const check = { name: setupName, command: setup, phase: at.phase }
  const unpacked = await parts.objects.withFile(key, (path) => unpack(parts, context, worktree, path, check))
  return unpacked ?? (await runAndPack(parts, context, worktree, at.phase === 'base' ? key : undefined, check))
}

type SetupCheck = Pick<CheckRow, 'name' | 'command' | 'phase'>

/** The same for the same command and the same lock files; without any lock file, for the same files altogether. */
const fingerprint = async ({ repositories }: CycleParts, { repository }: Work, commit: string, setup: string) => {
  const hash = createHash('sha256').update(setup)
  let locked: boolean | undefined
  for (const path of lockFiles) {
    const file = await repositories.readFile(repository.id, { commit, path: { path }, maxBytes: 16 * 2 ** 20 })
    if (!file) continue
    if (file.content) hash.update(`\0${path}\0${file.content.length}\0`).update(file.content)
    locked = locked !== false && file.content !== undefined
  }
  if (!locked) hash.update(await repositories.treeOf(repository.id, commit))
  return hash.digest('hex')
}

const unpack = async (
  parts: CycleParts,
  { signal }: Pick<EffectContext, 'signal'>,
  worktree: Worktree,
  path: string,
  check: SetupCheck,
): Promise<CheckRow> => {
  return withSandbox(parts, worktree, { binds: [{ from: path, to: packedAt }] }, async (sandbox) => {
    const command = `tar -xf '${sandbox.path(packedAt)}' && echo 'Unpacked: it was set up before for the same lock files.'`
    return { ...(await runCheck(sandbox, signal, { ...check, command })), command: check.command }
  })
}

const runAndPack = async (
  parts: CycleParts,
  { signal }: Pick<EffectContext, 'signal'>,
  worktree: Worktree,
  key: string | undefined,
  check: SetupCheck,
): Promise<CheckRow> => {
  const packed = `.atelier-setup-${randomBytes(8).toString('hex')}.tar`
  const row = await withSandbox(parts, worktree, { allowHosts: parts.egressHosts }, async (sandbox) => {
    const ran = await runCheck(sandbox, signal, check)
    if (key && ran.outcome === 'passed') await pack(sandbox, signal, packed)
    return ran
  })
  if (key) await keep(parts, join(worktree.path, packed), key)
  return row
}

/** Packs what git ignores: what a commit would take along is the change's own business. */
const pack = (sandbox: Sandbox, signal: AbortSignal, name: string) => {
  const ignored = 'git ls-files -z --others --ignored --exclude-standard --directory'
  return sandbox.run({ argv: ['sh', '-c', `${ignored} | tar --null -T - -cf '${name}'`], signal })
}

/** The file comes out of a sandbox: only a regular one is read, and never through a link. A missing one is no loss. */
const keep = async ({ objects }: CycleParts, path: string, key: string) => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return
  try {
    const status = await file.stat()
    if (!status.isFile() || status.size > packedMostBytes) return
    await objects.put(key, file.createReadStream({ autoClose: false }), { maxBytes: packedMostBytes })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
