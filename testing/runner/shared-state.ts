import { relative } from 'node:path'
import { getCACertificates } from 'node:tls'
import { afterAll, expect, vi } from 'vitest'
import { countCost } from './costs.ts'
import { patience } from './hang-timeout.ts'

/** The shared state of the files in this process: each finds it as the one before did, and leaves it so. */
const sharedState = () => ({
  environment: { ...process.env },
  folder: process.cwd(),
  // Node drops those that it holds twice when they are set again.
  certificates: new Set(getCACertificates('default').map((text) => text.replaceAll(/\s/g, ''))).size,
  signals: ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name)),
})

/** Servers that listen and processes that run, of a file that should have ended them. */
const stillOpen = () =>
  process.getActiveResourcesInfo().filter((name) => ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap'].includes(name))

// Registered before all others, and so run after them.
const tellCost = countCost()
const before = { ...sharedState(), open: stillOpen() }
afterAll(async () => {
  await vi.waitFor(() => expect(stillOpen()).toEqual(before.open), patience)
  expect({ ...sharedState(), open: before.open }).toEqual(before)
  tellCost(relative(process.cwd(), expect.getState().testPath!))
})
