import { join } from 'node:path'
import type { CommitBuild, CommitToBuild } from '../../domains/code/deployments/parts.ts'
import { deploymentWorkflow } from '../../domains/code/deployments/workflow.ts'
import type { DeployResult, PreviewVersion, TakePictures } from '../../execution/previews/index.ts'
import { createEngine, type Engine } from '../../platform/jobs/index.ts'
import type { TestServer } from '../server.ts'
import { scheduledContext } from '../jobs/scheduled.ts'

type Build = (asked: CommitToBuild) => Promise<CommitBuild>
type Deploy = (site: string, version: PreviewVersion) => Promise<DeployResult>

/** Builds and starts deployments in a test: it stores the requests, and the test decides their results. */
export interface FakePreviews {
  readonly builds: CommitToBuild[]
  readonly deploys: { readonly site: string; readonly version: PreviewVersion }[]
  build: Build
  deploy: Deploy
}

const plan = {
  kind: 'static',
  foundBy: 'index.html lies in the root.',
  build: [],
  output: '.',
  start: null,
  healthPath: '/',
  isSinglePage: false,
} as const

export const builtIn = (folder: string): CommitBuild => ({
  plan,
  build: {
    folder,
    kind: 'static',
    output: '.',
    start: null,
    healthPath: '/',
    isSinglePage: false,
    environment: {},
    sizeBytes: 1,
  },
})

/** Carries the runs of deployments out on the database of a server that works none itself. */
export const workDeployments = (server: TestServer, takePictures?: TakePictures) => {
  const fake: FakePreviews = {
    builds: [],
    deploys: [],
    build: async ({ folder, onLine }) => {
      onLine({ source: 'build', text: 'Built.' })
      return builtIn(folder)
    },
    deploy: async () => ({ outcome: 'live' }),
  }
  const buildFolder = join(server.dataFolder, 'previews')
  const workflow = deploymentWorkflow({
    ...server.parts,
    buildFolder,
    commitBuilder: {
      build: async (asked) => {
        fake.builds.push(asked)
        return fake.build(asked)
      },
    },
    takePictures,
    previews: {
      deploy: async (site, version) => {
        fake.deploys.push({ site, version })
        return fake.deploy(site, version)
      },
    },
  })
  const begin = async (): Promise<Engine> => {
    const { log } = scheduledContext
    const engine = createEngine({
      database: server.database,
      workflows: [workflow],
      sandboxes: { limit: 2 },
      log,
      retryFirstMs: 10,
    })
    await engine.work()
    return engine
  }
  return { fake, begin }
}
