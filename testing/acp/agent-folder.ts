import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from '../after-test.ts'

const project = join(import.meta.dirname, '../..')

/**
 * A folder with the test agent as an operator would install one, gone after the suite. Its packages are those of the
 * harness: where a sandbox shows them, or, without one, the project's own.
 */
export const agentFolder = async ({ isSandboxed }: { readonly isSandboxed: boolean }) => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, 'agent'), folder, { recursive: true })
  await symlink(isSandboxed ? '/opt/atelier/node_modules' : join(project, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await chmod(join(folder, 'agent.ts'), 0o755)
  await chmod(folder, 0o755)
  return {
    folder,
    /** The agent as the operator's file has it, by default well-behaved. */
    mapped: (way = '') => ({
      name: 'Test agent',
      program: join(folder, 'agent.ts'),
      args: [way],
      folder,
      environment: { MODEL_URL: '{modelUrl}', MODEL: '{model}' },
    }),
  }
}
