import { afterTest } from '../after-test.ts'
import { builtConsole } from './open-console.ts'
import { startModelProvider } from '../model-provider/index.ts'
import type { reviewable } from '../runs/reviewable-change.ts'
import { modelSettings } from '../runs/scripted-turns.ts'
import { testServer } from '../server.ts'

export type Review = Awaited<ReturnType<typeof reviewable>>

export const reviewPath = ({ projectId, cycleId, taskId }: Review) =>
  `/projects/${projectId}/cycles/${cycleId}/tasks/${taskId}/review`

/** The widths of the pictures that a page has loaded. */
export const pictureWidths = "[...document.querySelectorAll('.pictures img')].map((one) => one.naturalWidth)"

/** A server with the console, whose agents ask a provider that answers by a script. */
export const cycleConsole = async () => {
  builtConsole()
  const provider = await startModelProvider()
  afterTest(() => provider.close())
  const server = await testServer({
    ...modelSettings(provider.baseUrl, 'key-of-the-model'),
    ATELIER_FETCH_PRIVATE_HOSTS: new URL(provider.baseUrl).host,
  })
  return { provider, server }
}
