import { once } from 'node:events'
import { lstat, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { exportScript, standardEnvironment } from './environment.ts'
import { openSandbox, scriptText, startsProcesses, type Host, type Plan } from './open-sandbox.ts'
import { enforcedBy, prlimitWords, warningsOf } from './resource-limits.ts'
import { homePath, packagesFolderOf, packagesPath, worktreePath } from './sandbox.ts'
import type { SandboxDriver, SandboxSpec } from './sandbox.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { gitPointer } from './view.ts'

const innerScript = scriptText('inner.sh')

/**
 * Plain processes of the server's own user: a home, a temporary folder and an environment of their own, limits as far
 * as they go without namespaces, and no isolation at all. Paths inside are mapped to the host's by `Sandbox.path`.
 */
export const processDriver = (host: Host): SandboxDriver => ({
  name: 'process',
  isolates: false,
  enforced: enforcedBy(host.machine, 'process', false),
  warnings: warningsOf(host.machine),
  async open(spec) {
    if (spec.system !== undefined) throw new Error('The driver process shows no images. Use the driver container.')
    const scratch = await makeScratch(host.scratchIn)
    const bridge = spec.egressSocket ? await openBridge(spec.egressSocket) : undefined
    try {
      return await openSandbox(host, spec, scratch, await planOf(spec, scratch, bridge, host))
    } catch (error) {
      await bridge?.close()
      await scratch.remove()
      throw error
    }
  },
})

type Bridge = Awaited<ReturnType<typeof openBridge>>

const planOf = async (spec: SandboxSpec, scratch: Scratch, bridge: Bridge | undefined, host: Host): Promise<Plan> => {
  const path = pathsOf(spec, scratch, spec.worktree && (await realpath(spec.worktree.from)))
  const programs = host.toolchain.programs.map((folder) => join(folder, 'bin'))
  const serverPath = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
  const systemPath = [dirname(process.execPath), ...programs, serverPath].join(':')
  const own = { HOME: scratch.home, TMPDIR: scratch.tmp, USER: process.env.USER ?? 'sandbox' }
  const standard = { ...standardEnvironment(systemPath, bridge?.address), ...own }
  const start = path(spec.worktree ? worktreePath : homePath)
  const leadBack = await leadGit(spec, path)
  return {
    start: startsProcesses(host, scratch, {
      words: (command) => [
        ...prlimitWords(spec.limits, host.machine, 'process', command),
        'sh',
        '-c',
        innerScript,
        'sh',
        '',
        command.cwd ? path(command.cwd) : start,
        ...command.argv,
      ],
      environment: (command) => exportScript(standard, spec.environment, command.environment),
      cwd: () => start,
      filterFile: undefined,
      endsBy: 'group',
    }),
    path,
    release: async () => {
      await leadBack()
      await bridge?.close()
    },
  }
}

/** Nothing can be shown in the place of a file here: the worktree's own `.git` is another while the sandbox is open. */
const leadGit = async ({ worktree }: SandboxSpec, path: (inside: string) => string) => {
  if (worktree?.gitDir === undefined) return async () => {}
  const pointer = join(worktree.from, '.git')
  if (!(await lstat(pointer).catch(() => undefined))?.isFile()) return async () => {}
  const before = await readFile(pointer, 'utf8')
  const write = async (text: string) => {
    await writeFile(`${pointer}.new`, text, { mode: 0o444 })
    await rename(`${pointer}.new`, pointer)
  }
  await write(gitPointer(path(worktree.gitDir)))
  return () => write(before)
}

const pathsOf = (spec: SandboxSpec, scratch: Scratch, worktree: string | undefined) => {
  const seen = [
    ...(worktree
      ? [
          { to: worktreePath, from: worktree },
          { to: packagesPath, from: packagesFolderOf(worktree) },
        ]
      : []),
    ...(spec.readonly ?? []),
    { to: '/tmp', from: scratch.tmp },
    { to: homePath, from: scratch.home },
  ].sort((one, other) => other.to.length - one.to.length)
  return (inside: string) => {
    const found = seen.find(({ to }) => inside === to || inside.startsWith(`${to}/`))
    return found ? found.from + inside.slice(found.to.length) : inside
  }
}

const openBridge = async (socketPath: string) => {
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ path: socketPath, allowHalfOpen: true })
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
