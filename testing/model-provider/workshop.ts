import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { defaultHarnessLimits, type HarnessLimits } from '../../execution/harness/index.ts'
import { openTools, type Workshop } from '../../execution/harness/native/tools/index.ts'

/** The native harness's tools over an empty worktree, new for each test. */
export const workshopScene = (limits: Partial<HarnessLimits> = {}) => {
  let folder: string
  let opened: ReturnType<typeof openTools>
  const scene = {
    shop: undefined as unknown as Workshop,
    put: async (name: string, content: string | Buffer) => {
      await mkdir(dirname(join(scene.shop.root, name)), { recursive: true })
      await writeFile(join(scene.shop.root, name), content)
    },
    content: (name: string) => readFile(join(scene.shop.root, name), 'utf8'),
    /** One call, as a model makes it. */
    call: (name: string, input: unknown): Promise<string> => opened.tools[name]!.execute(input),
  }
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'workshop-')))
    const root = join(folder, 'worktree')
    const scratch = join(folder, 'scratch')
    await Promise.all([mkdir(root), mkdir(scratch)])
    const signal = new AbortController().signal
    scene.shop = { root, scratch, signal, limits: { ...defaultHarnessLimits, ...limits }, plan: [], pictures: [] }
    opened = openTools(scene.shop)
  })
  afterEach(async () => {
    opened.close()
    await rm(folder, { recursive: true })
  })
  return scene
}
