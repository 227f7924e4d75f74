import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BuildInput, BuildParts } from '../../execution/previews/builds/build-parts.ts'
import { buildCommit, type CommitInput } from '../../execution/previews/builds/build-commit.ts'
import type { PreviewLine, PreviewOverride, PreviewPlan } from '../../execution/previews/preview.ts'
import { chooseDriver, removeOwnFolder, type SandboxLimits } from '../../execution/sandbox/index.ts'
import { openDiskStore } from '../../platform/storage/index.ts'
import { afterTest } from '../after-test.ts'
import { importSample, openTestRepositories, Sample } from '../repositories/samples.ts'
import { testLimits } from '../sandbox/conformance-scene.ts'

/** A folder with the files of a commit, parts to build it with, and the log that a build writes. */
export const previewScene = async (texts: Readonly<Record<string, string>>) => {
  const outside = await mkdtemp(join(tmpdir(), 'previews-'))
  afterTest(() => removeOwnFolder(outside))
  const tree = join(outside, 'tree')
  for (const [path, text] of Object.entries({ '.git': 'gitdir: elsewhere\n', ...texts })) {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), text)
  }
  const parts: BuildParts = {
    objects: await openDiskStore(join(outside, 'objects')),
    sandboxes: await chooseDriver(undefined),
    socketFolder: join(outside, 'sockets'),
    egressHosts: ['registries'],
    registries: {},
  }
  const lines: PreviewLine[] = []
  const parent = join(outside, 'builds')
  const input = (plan: PreviewPlan, more: Partial<BuildInput> = {}): BuildInput => ({
    tree,
    folder: join(parent, 'first'),
    plan,
    setup: undefined,
    keys: undefined,
    environment: {},
    limits: testLimits,
    onLine: (line) => lines.push(line),
    signal: new AbortController().signal,
    ...more,
  })
  return { parts, tree, parent, lines, input }
}

/** A site of files whose build is a shell command. */
export const siteBuiltBy = (...build: readonly string[]): PreviewPlan => ({
  kind: 'static',
  foundBy: 'The package.json has a build script.',
  build,
  output: build.length === 0 ? '.' : 'dist',
  start: null,
  healthPath: '/',
  isSinglePage: false,
})

/** A repository with one commit of these files, and what builds it. */
export const commitScene = async (
  texts: Readonly<Record<string, string>>,
  registries: BuildParts['registries'] = {},
) => {
  const { parts, parent, lines } = await previewScene({})
  const world = await openTestRepositories()
  afterTest(() => world.end())
  const sample = new Sample(join(world.folder, 'sample'))
  for (const [path, text] of Object.entries(texts)) sample.write(path, text)
  const commitSha = sample.commit()
  await importSample(world, 'one', sample)
  const { repositories } = world
  const build = (
    override: PreviewOverride = {},
    limits: Partial<SandboxLimits> = {},
    more: Partial<CommitInput> = {},
  ) =>
    buildCommit(
      { ...parts, registries, repositories, limits: { ...testLimits, ...limits } },
      {
        projectId: 'project',
        repositoryId: 'one',
        commitSha,
        folder: join(parent, 'first'),
        worktreeName: 'first-1',
        override,
        setup: {},
        variables: {},
        onLine: (line) => lines.push(line),
        signal: new AbortController().signal,
        ...more,
      },
    )
  return { sample, parent, lines, build, worktrees: repositories.worktrees }
}
