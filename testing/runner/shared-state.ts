import { relative } from 'node:path'
import { getCACertificates } from 'node:tls'
import { afterAll, expect, vi } from 'vitest'
import './built-programs.ts'
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

/** Servers that listen and processes that run, of a file that should have ended them, without as many of each as there were. */
const stillOpen = (without: readonly string[] = []) => {
  const rest = [...without]
  return process.getActiveResourcesInfo().filter((name) => {
    if (!['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap'].includes(name)) return false
    const at = rest.indexOf(name)
    if (at !== -1) rest.splice(at, 1)
    return at === -1
  })
}

// A process that is started copies the pages of every buffer, of those without a use too, until they are collected.
const buffersMostBytes = 48 * 2 ** 20
const dropBuffers = () => {
  if (process.memoryUsage().arrayBuffers > buffersMostBytes) globalThis.gc!()
}

// Registered before all others, and so run after them.
const tellCost = countCost()
// A process of the file before may be about to end.
const openBefore = stillOpen()
const before = sharedState()
afterAll(async () => {
  await vi.waitFor(() => expect(stillOpen(openBefore)).toEqual([]), patience)
  expect(sharedState()).toEqual(before)
  dropBuffers()
  tellCost(relative(process.cwd(), expect.getState().testPath!))
})
