import type { PreviewExecutor } from './parts.ts'

const sentence = 'This server has nothing that builds and serves deployments.'

/** For a server that cannot build: it takes no requests, and ends the requests that another server took. */
export const noExecutor: PreviewExecutor = {
  commitBuilder: { build: async () => ({ failed: sentence }) },
  previews: { deploy: async () => ({ outcome: 'failed', sentence }) },
}
