import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import type { Command, Outcome, Sandbox } from '../../execution/sandbox/index.ts'

interface Bind {
  readonly from: string
  readonly to: string
}

/** Runs commands without any sandbox, for tests of what runs inside one: paths of the inside are mapped to the host's. */
export const bareSandbox = (worktree: string, egressSocket: string, binds: readonly Bind[]): Sandbox => ({
  id: 'bare',
  path: (inside) => {
    const seen = [{ from: worktree, to: '/worktree' }, { from: egressSocket, to: '/run/egress.sock' }, ...binds]
    const found = seen.find(({ to }) => inside === to || inside.startsWith(`${to}/`))
    return found ? found.from + inside.slice(found.to.length) : inside
  },
  run: (command) => runBare(command, worktree),
  close: async () => undefined,
})

const runBare = async (command: Command, worktree: string): Promise<Outcome> => {
  const started = performance.now()
  const [, ...rest] = command.argv
  // Its files outside of the worktree are removed with the folder by its test.
  const child = spawn(process.execPath, rest, {
    cwd: worktree,
    stdio: 'pipe',
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, TMPDIR: dirname(worktree) },
  })
  let stoppedBy: Outcome['stoppedBy']
  const cancel = () => {
    stoppedBy = 'cancelled'
    child.kill('SIGKILL')
  }
  command.signal?.addEventListener('abort', cancel, { once: true })
  child.stdin.on('error', () => undefined)
  child.stdin.end(command.stdin as string)
  const printed = { stdout: '', stderr: '' }
  const read = async (stream: 'stdout' | 'stderr') => {
    for await (const chunk of child[stream] as AsyncIterable<Buffer>) {
      printed[stream] += chunk.toString('utf8')
      await command.onOutput?.(stream, chunk)
    }
  }
  const [[exitCode, signal]] = await Promise.all([once(child, 'close'), read('stdout'), read('stderr')])
  const durationMs = performance.now() - started
  return { exitCode, signal, ...(stoppedBy && { stoppedBy }), ...printed, truncated: false, durationMs }
}
