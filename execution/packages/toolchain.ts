import type { SandboxDriver } from '../sandbox/index.ts'
import type { PackageParts } from './parts.ts'

const known = new WeakMap<SandboxDriver, Map<string, Promise<string>>>()

/** The output of the given commands, such as `node --version`, in a sandbox of this machine. Runs once per process. */
export const toolchainOf = (
  parts: Pick<PackageParts, 'sandboxes' | 'sandboxLimits'>,
  tools: readonly string[],
): Promise<string> => {
  const answers = known.get(parts.sandboxes) ?? new Map<string, Promise<string>>()
  known.set(parts.sandboxes, answers)
  const asked = ['uname -m', ...tools].join('\n')
  const answer = answers.get(asked) ?? ask(parts, asked)
  answers.set(asked, answer)
  answer.catch(() => answers.delete(asked))
  return answer
}

const ask = async ({ sandboxes, sandboxLimits }: Pick<PackageParts, 'sandboxes' | 'sandboxLimits'>, script: string) => {
  const sandbox = await sandboxes.open({ id: 'toolchain', limits: sandboxLimits })
  try {
    const { stdout, stderr } = await sandbox.run({ argv: ['sh', '-c', script] })
    return stdout + stderr
  } finally {
    await sandbox.close()
  }
}
