import { execFileSync } from 'node:child_process'
import { beforeEach } from 'vitest'
import { resolveHarness } from '../../execution/harness/index.ts'
import type { TestDatabase } from '../index.ts'
import { harnessScene } from '../model-provider/index.ts'
import { agentFolder } from './agent-folder.ts'

/** Jobs of an external agent in a repository of its own, over a faked provider. */
export const agentScene = async (database: TestDatabase['database']) => {
  const scene = harnessScene(database)
  const { mapped } = await agentFolder({ isSandboxed: false })
  const harnessThat = (way = '') => {
    const resolved = resolveHarness('runtime-1', { 'runtime-1': mapped(way) })
    if (!resolved.installed) throw new Error(resolved.reason)
    return resolved.harness
  }
  beforeEach(() => {
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: scene.worktree })
    git('init', '--quiet')
    git('add', '--all')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Begin')
    scene.harness = harnessThat()
  })
  return { scene, mapped, harnessThat }
}
